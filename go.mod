module hopscope

go 1.26

require (
	// charm.land/bubbletea/v2 IS github.com/charmbracelet/bubbletea in its current major version; lipgloss and bubbles likewise.
	charm.land/bubbles/v2 v2.2.1
	charm.land/bubbletea/v2 v2.1.1
	charm.land/lipgloss/v2 v2.1.0
)

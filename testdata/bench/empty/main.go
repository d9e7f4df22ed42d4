// Program empty draws one word with the libraries of hopscope and waits for a
// key: what a first frame costs that shows nothing.
package main

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	_ "charm.land/bubbles/v2/textinput"
	_ "charm.land/fang/v2"
	_ "github.com/adrg/xdg"
	_ "github.com/alecthomas/chroma/v2/lexers"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/goccy/go-yaml"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/pelletier/go-toml/v2"
	_ "github.com/sahilm/fuzzy"
	_ "github.com/spf13/cobra"
	_ "golang.org/x/text/collate"
	_ "modernc.org/sqlite"
)

type model struct{}

func (model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		return m, tea.Quit
	}
	return m, nil
}

func (model) View() tea.View {
	v := tea.NewView(lipgloss.NewStyle().Bold(true).Render("EMPTY-FRAME"))
	v.AltScreen = true
	return v
}

func main() {
	if _, err := tea.NewProgram(model{}).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

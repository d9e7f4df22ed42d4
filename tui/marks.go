package tui

import (
	"strings"

	"hopscope/journey"
	"hopscope/themes"
)

// The marks. A word always stands beside a mark, and every mark is one cell
// wide in both sets.

// signs holds for each mark its sign and its role.
var signs = [...]struct {
	sign string
	role themes.Role
}{
	markNone:      {" ", themes.Muted},
	markUnknown:   {"✗", themes.Bad},
	markFailed:    {"!", themes.Warn},
	markClash:     {"≡", themes.Bad},
	markLeftOut:   {"–", themes.Warn},
	markChanged:   {"◆", themes.Changed},
	markDrift:     {"≠", themes.Bad},
	markSame:      {"=", themes.Muted},
	markTwin:      {"~", themes.Warn},
	markCame:      {"+", themes.Ok},
	markNotCalled: {"·", themes.Muted},
}

// span returns the sign of the mark in its role.
func (m mark) span() span { return span{text: signs[m].sign, role: signs[m].role} }

// asciiSigns replaces what the ASCII set writes otherwise.
var asciiSigns = strings.NewReplacer(
	"✗", "x", "≡", "#", "–", "-", "◆", "*", "≠", "/", "·", ".",
	"●", "@", "○", "o", "▼", "v", "▲", "^", "▌", ">", "…", "~",
	"━", "=", "╌", ".", "─", "-", "│", "|",
	"╭", "+", "╮", "+", "╰", "+", "╯", "+", "├", "+", "┤", "+", "▏", "_",
)

// ascii returns the line with every mark of the screens as its ASCII sign;
// widths stay the same.
func (l line) ascii() line {
	out := make(line, len(l))
	for i, s := range l {
		s.text = asciiSigns.Replace(s.text)
		out[i] = s
	}
	return out
}

// classMark is the mark of a call in the strip and in the list of calls.
func classMark(c journey.Class) mark {
	switch {
	case c.Unknown():
		return markUnknown
	case c.Failed():
		return markFailed
	default:
		return markNone
	}
}

// classRole is the role of a class's word.
func classRole(c journey.Class) themes.Role {
	switch {
	case c.Unknown():
		return themes.Bad
	case c.Failed():
		return themes.Warn
	default:
		return themes.Muted
	}
}

// stripSpan is the one cell that stands for a call among all calls.
func stripSpan(c journey.Class) span {
	switch {
	case c.Failed():
		return classMark(c).span()
	case c == journey.ClassOK:
		return span{text: "·", role: themes.Muted}
	default:
		return span{text: "○", role: themes.Off}
	}
}

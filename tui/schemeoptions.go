package tui

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// schemeOptions are the -O pairs that were set on the screen, by scheme. A map
// in it is never changed: setOption puts another one there.
type schemeOptions map[string]map[string]string

// Options that are a matter of the servers, which have a list of their own.
const (
	optionConnected = "connected"
	optionOrder     = "order"
)

// optionsOf are the options in force under a scheme: those of the command line
// and, before them, those that were set on the screen.
func (m *model) optionsOf(s journey.Scheme) map[string]string {
	if s == nil {
		return m.opts.SchemeOptions
	}
	own := m.data.options[s.Info().ID]
	if len(own) == 0 && !m.data.serversSet {
		return m.opts.SchemeOptions
	}
	all := maps.Clone(m.opts.SchemeOptions)
	if all == nil {
		all = map[string]string{}
	}
	if m.data.serversSet {
		delete(all, optionConnected)
		delete(all, optionOrder)
	}
	maps.Copy(all, own)
	return all
}

// otherScheme reports whether the calls are looked at through a scheme that is
// not that of their client. Where the client is not known, a chosen scheme says
// who it was.
func (m *model) otherScheme() bool {
	d := &m.data
	return m.hasCalls() && d.own != nil && d.own.Info().ID != "verbatim" && d.own.Info().ID != d.scheme.Info().ID
}

// otherSetting reports whether the calls are looked at with other servers or
// options than those of their time.
func (m *model) otherSetting() bool {
	d := &m.data
	return m.hasCalls() && d.own != nil && (d.serversSet || len(d.options[d.own.Info().ID]) > 0)
}

// ownOptions are the options of a scheme that its list of options shows.
func ownOptions(info journey.SchemeInfo) []journey.SchemeOption {
	return slices.DeleteFunc(slices.Clone(info.Options), func(o journey.SchemeOption) bool {
		return o.Key == optionConnected || o.Key == optionOrder
	})
}

// optionValue is the value of an option in force.
func (m *model) optionValue(s journey.Scheme, o journey.SchemeOption) string {
	if v, ok := m.optionsOf(s)[o.Key]; ok {
		return v
	}
	return o.Default
}

// optionWords are the options of a scheme that are not at their default.
func (m *model) optionWords(s journey.Scheme) string {
	var words []string
	for _, o := range ownOptions(s.Info()) {
		if v := m.optionValue(s, o); v != o.Default {
			words = append(words, o.Key+"="+visible.Text(v))
		}
	}
	return strings.Join(words, ", ")
}

// setOption sets an option of a scheme; the default takes it away.
func (m *model) setOption(s journey.Scheme, o journey.SchemeOption, value string) {
	id := s.Info().ID
	own := maps.Clone(m.data.options[id])
	if own == nil {
		own = map[string]string{}
	}
	delete(own, o.Key)
	given, ok := m.opts.SchemeOptions[o.Key]
	if ok && given != value || !ok && value != o.Default {
		own[o.Key] = value
	}
	all := maps.Clone(m.data.options)
	if all == nil {
		all = schemeOptions{}
	}
	all[id] = own
	if len(own) == 0 {
		delete(all, id)
	}
	m.data.options = all
}

// optionList shows the options of a scheme, one a row, and changes them.
type optionList struct {
	scheme  journey.Scheme
	options []journey.SchemeOption
	list    choice
	in      *input // the text of the option under the cursor, while it is typed
	changed func(*model)
}

// pickOptions opens the options of a scheme; changed is called after each
// change.
func (m *model) pickOptions(s journey.Scheme, changed func(*model)) tea.Cmd {
	m.push(&optionList{scheme: s, options: ownOptions(s.Info()), changed: changed})
	return nil
}

// schemeOptionList opens the options of the scheme in force.
func (m *model) schemeOptionList() tea.Cmd {
	return m.pickOptions(m.data.scheme, func(m *model) { m.reanalyse() })
}

func noOptionsHere(m *model) string {
	if why := noChoice(m); why != "" {
		return why
	}
	if len(ownOptions(m.data.scheme.Info())) == 0 {
		return "this scheme has no options"
	}
	return ""
}

// optionState is what stands beside the entry of the palette.
func (m *model) optionState() string {
	if m.data.scheme == nil {
		return ""
	}
	return m.optionWords(m.data.scheme)
}

func (l *optionList) key(m *model, k tea.KeyPressMsg) tea.Cmd {
	o := l.options[l.list.cursor]
	key := k.String()
	switch {
	case l.in != nil && key == "enter":
		l.set(m, o, l.in.String())
		l.in = nil
	case l.in != nil:
		l.in.key(k)
	case l.list.key(key, len(l.options), true):
	case len(o.Values) == 0 && (key == "enter" || key == "l" || key == "right"):
		l.in = newInput(m.optionValue(l.scheme, o))
	case key == "enter", key == "l", key == "right", key == "space":
		l.turn(m, o, 1)
	case key == "h", key == "left":
		l.turn(m, o, -1)
	case key == "d", key == "backspace":
		l.set(m, o, o.Default)
	}
	return nil
}

// turn goes to the next or previous value, round the end.
func (l *optionList) turn(m *model, o journey.SchemeOption, d int) {
	n := len(o.Values)
	if n == 0 {
		return
	}
	i := slices.Index(o.Values, m.optionValue(l.scheme, o))
	if i < 0 {
		i = 0
		if d > 0 {
			i = n - 1
		}
	}
	l.set(m, o, o.Values[(i+d+n)%n])
}

func (l *optionList) set(m *model, o journey.SchemeOption, value string) {
	if value == m.optionValue(l.scheme, o) {
		return
	}
	m.setOption(l.scheme, o, value)
	l.changed(m)
	m.say("Option " + o.Key + ": " + shownValue(visible.Text(value)))
}

// shownValue is a value as a list shows it.
func shownValue(v string) string {
	if v == "" {
		return "(none)"
	}
	return v
}

func (l *optionList) paste(_ *model, text string) tea.Cmd {
	if l.in != nil {
		l.in.insert(text)
	}
	return nil
}

// stepBack leaves the input; the value stays as it was.
func (l *optionList) stepBack(*model) (tea.Cmd, bool) {
	typed := l.in != nil
	l.in = nil
	return nil, typed
}

func (l *optionList) closed(*model) tea.Cmd { return nil }

func (l *optionList) status(*model) string {
	return "Each change is in force at once; what stands behind shows it."
}

func (l *optionList) foot(*model) []footKey {
	switch o := l.options[l.list.cursor]; {
	case l.in != nil:
		return []footKey{{"type", "the value"}, {"enter", "set it"}, {"esc", "as before"}}
	case len(o.Values) == 0:
		return []footKey{{"j/k", "choose"}, {"enter", "type the value"}, {"d", "default"}, {"esc", "back"}}
	}
	return []footKey{{"j/k", "choose"}, {"h/l", "change"}, {"d", "default"}, {"esc", "back"}}
}

func (l *optionList) draw(m *model, c *canvas) {
	about := 3
	r := m.box(76, len(l.options)+3+about)
	c.frame(r, "Options of "+visible.Text(schemeName(l.scheme.Info())))
	l.list.h = max(r.h-3-about, 1)
	l.list.clamp(len(l.options), l.list.h)
	width := 0
	for _, o := range l.options {
		width = max(width, visible.Width(o.Key))
	}
	for y := 0; y < l.list.h && l.list.offset+y < len(l.options); y++ {
		i := l.list.offset + y
		l.drawRow(m, c, r, r.y+1+y, i, width)
	}
	c.divide(r, r.y+r.h-2-about)
	o := l.options[l.list.cursor]
	rows := prose(themes.Text, o.What, r.w-4)
	if len(o.Values) > 0 {
		rows = append(rows, prose(themes.Muted, "one of "+strings.Join(o.Values, ", "), r.w-4)...)
	} else {
		rows = append(rows, says(themes.Muted, "any text; usually "+shownValue(visible.Text(o.Default))))
	}
	for i, row := range rows {
		if i < about {
			c.put(r.x+2, r.y+r.h-1-about+i, r.w-4, row)
		}
	}
	if text := moreWords(l.list.offset, len(l.options)-l.list.offset-l.list.h); text != "" {
		c.put(r.x+2, r.y+r.h-2-about, r.w-4, says(themes.Muted, " "+text+" "))
	}
}

func (l *optionList) drawRow(m *model, c *canvas, r rect, y, i, width int) {
	o := l.options[i]
	value := m.optionValue(l.scheme, o)
	text := line{{text: o.Key}}.padded(width + 2)
	room := r.w - width - 20
	switch {
	case l.in != nil && i == l.list.cursor:
		text = append(append(text, span{text: "> ", role: themes.Muted}), l.in.line(room)...)
	case len(o.Values) > 0 && i == l.list.cursor:
		text = append(text, span{text: "< ", role: themes.Key}, span{text: visible.Cut(shownValue(value), room), mod: bold}, span{text: " >", role: themes.Key})
	default:
		text = append(text, span{text: visible.Cut(shownValue(value), room)})
	}
	note := line{}
	if value != o.Default {
		note = says(themes.Changed, "not the default")
	}
	listRow(c, r, y, i == l.list.cursor, text, note)
}

package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// group is a heading of the help screen.
type group string

// The groups, in the order of the help screen.
const (
	groupMove       group = "Move"
	groupLook       group = "Look"
	groupAsk        group = "Ask"
	groupTake       group = "Take away"
	groupEverywhere group = "Everywhere"
)

// action is one thing that a key does. Footer, help and palette are made from
// the list of actions; keys can be remapped by id.
type action struct {
	id   string
	keys []string
	// show is how the help writes the keys: "j/k"; empty: the first key. A row
	// of help that stands for several actions belongs to the first of them; the
	// others have no help and stand in row. In the words of help {id} is the key
	// of an action, and what stands in [] is true of the usual keys only.
	show, help string
	row        []string
	// helpOn are the words of the help on tabs where they differ.
	helpOn map[tab]string
	// foot is the word in the footer, with footKey before it (default: show).
	foot, footKey string
	// like are actions whose keys it has: it says why those do nothing here.
	like []string
	// own: the user has given the keys.
	own bool
	// name is the entry in the palette; empty: it is a matter of keys alone. what
	// are the words of lists where neither it nor the help has any.
	name  string
	what  string
	group group
	// tabs where the key exists; none: everywhere.
	tabs []tab
	// absent: the key does not exist in this run, nil: it does.
	absent func(*model) bool
	// state is what is so now: "now anthropic-messages".
	state func(*model) string
	// why says why it cannot be done now; nil or empty: it can.
	why func(*model) string
	run func(*model) tea.Cmd
}

func (a *action) shown() string {
	if a.show != "" {
		return a.show
	}
	if len(a.keys) == 0 {
		return ""
	}
	return a.keys[0]
}

// there reports whether the action exists on the tab of now.
func (a *action) there(m *model) bool {
	return (len(a.tabs) == 0 || slices.Contains(a.tabs, m.tab)) && (a.absent == nil || !a.absent(m))
}

// reason is why the action cannot run now.
func (a *action) reason(m *model) string {
	if a.why == nil {
		return ""
	}
	return a.why(m)
}

// press runs the action of a key on the tab of now.
func (m *model) press(key string) tea.Cmd {
	a := m.actionFor(key)
	if a == nil {
		return nil
	}
	if why := a.reason(m); why != "" {
		m.refuse(key, why)
		return nil
	}
	return a.run(m)
}

// actionFor is the action of a key on the tab of now. Those that only say why
// another one does nothing here come last.
func (m *model) actionFor(key string) *action {
	var like *action
	for i := range m.keys {
		a := &m.keys[i]
		if !slices.Contains(a.keys, key) || !a.there(m) {
			continue
		}
		if len(a.like) == 0 {
			return a
		}
		if like == nil {
			like = a
		}
	}
	return like
}

// action is the action with an id.
func (m *model) action(id string) *action { return keyMap(m.keys).find(id) }

func onJourneys() []tab { return []tab{tabJourneys} }
func onSessions() []tab { return []tab{tabSessions} }
func onVocab() []tab    { return []tab{tabVocab} }

func moveKeys() []action {
	move := func(d int) func(*model) tea.Cmd { return func(m *model) tea.Cmd { return m.move(d) } }
	return []action{
		{id: "down", keys: []string{"j", "down"}, what: "a row down", show: "j/k", row: []string{"up"}, help: "row[, also arrows]", helpOn: replayHelp("call of the turn; scroll"), foot: "move", group: groupMove, run: move(1)},
		{id: "up", keys: []string{"k", "up"}, what: "a row up", group: groupMove, run: move(-1)},
		{id: "first", keys: []string{"g", "home"}, what: "first row", show: "g/G", row: []string{"last"}, help: "first, last", helpOn: replayHelp("first, last turn in Timeline"), group: groupMove, run: move(-farAway)},
		{id: "last", keys: []string{"G", "end"}, what: "last row", group: groupMove, run: move(farAway)},
		{id: "half-down", keys: []string{"ctrl+d"}, what: "half a page down", show: "ctrl+d/u", row: []string{"half-up"}, help: "half a page", group: groupMove,
			run: func(m *model) tea.Cmd { return m.move(max(m.page()/2, 1)) }},
		{id: "half-up", keys: []string{"ctrl+u"}, what: "half a page up", group: groupMove,
			run: func(m *model) tea.Cmd { return m.move(-max(m.page()/2, 1)) }},
		{id: "page-down", keys: []string{"pgdown", "ctrl+f"}, what: "a page down", group: groupMove, run: func(m *model) tea.Cmd { return m.move(max(m.page(), 1)) }},
		{id: "page-up", keys: []string{"pgup", "ctrl+b"}, what: "a page up", group: groupMove, run: func(m *model) tea.Cmd { return m.move(-max(m.page(), 1)) }},
		{id: "next-pane", keys: []string{"tab"}, what: "next pane", help: "next pane, {prev-pane} back", foot: "pane", group: groupMove,
			run: func(m *model) tea.Cmd { m.turnFocus(1); return nil }},
		{id: "prev-pane", keys: []string{"shift+tab"}, what: "previous pane", group: groupMove, run: func(m *model) tea.Cmd { m.turnFocus(-1); return nil }},
		{id: "prev-hop", keys: []string{"h", "left"}, what: "previous hop", show: "h/l", row: []string{"next-hop"}, help: "previous, next hop", group: groupMove, tabs: onJourneys(),
			why: noRow, run: func(m *model) tea.Cmd { m.hop(-1); return nil }},
		{id: "next-hop", keys: []string{"l", "right"}, what: "next hop", group: groupMove, tabs: onJourneys(), why: noRow,
			run: func(m *model) tea.Cmd { m.hop(1); return nil }},
		{id: "columns", keys: []string{"h", "l", "left", "right"}, like: []string{"prev-hop", "next-hop"}, group: groupMove, tabs: onSessions(), why: always("no columns here"), run: nothing},
	}
}

func lookKeys() []action {
	return []action{
		{id: "open", keys: []string{"enter"}, help: "open what is focused", helpOn: map[tab]string{tabVocab: "all of the cell", tabReplay: "call, tool: in Journeys"}, foot: "open", name: "Open what is focused", group: groupLook,
			why: nothingToOpen, run: (*model).enter},
		{id: "zoom", keys: []string{"z"}, help: "zoom the pane, {zoom} back", foot: "zoom", name: "Zoom the pane", group: groupLook, why: noRow, run: (*model).toggleZoom},
		{id: "next-failure", keys: []string{"n"}, show: "n/N", row: []string{"prev-failure"}, help: "next, previous failure", foot: "next failure", footKey: "n", name: "Go to: next failure", group: groupLook, absent: hasOwnStops, why: noFailures,
			run: func(m *model) tea.Cmd { return m.nextOf(1) }},
		{id: "prev-failure", keys: []string{"N"}, name: "Go to: previous failure", group: groupLook, absent: hasOwnStops, why: noFailures, run: func(m *model) tea.Cmd { return m.nextOf(-1) }},
		{id: "what-is-wrong", keys: []string{"i"}, help: "what is wrong: causes first", name: "What is wrong here: causes first", group: groupLook, tabs: onJourneys(),
			why: nothingToSum, run: (*model).whatIsWrong},
		{id: "follow", keys: []string{"f"}, help: "follow a growing file", name: "Follow file: hold, go on", group: groupLook, tabs: []tab{tabJourneys, tabReplay},
			state: (*model).followState, why: nothingGrows, run: (*model).toggleFollow},
		{id: "filter", keys: []string{"/"}, help: "filter the list", helpOn: map[tab]string{tabVocab: "filter; who uses the name", tabReplay: "filter the calls"}, foot: "filter", name: "Filter the list", group: groupLook, run: (*model).startFilter},
		{id: "editor", keys: []string{"e"}, help: "source line in the editor", helpOn: vocabHelp("your file of this client"), foot: "source line", name: "Open the source line in the editor", group: groupLook,
			why: noSourceLine, run: (*model).openEditor},
	}
}

func askKeys() []action {
	return []action{
		{id: "scheme", keys: []string{"s"}, help: "scheme", foot: "scheme", name: "Scheme: choose", group: groupAsk, state: (*model).schemeState, why: noChoice, run: (*model).pickScheme},
		{id: "all-schemes", keys: []string{"S"}, help: "this tool under every scheme", name: "Scheme: all, side by side", group: groupAsk, tabs: onJourneys(),
			state: always("compare forms"), why: noTool, run: (*model).everyScheme},
		{id: "scheme-options", keys: []string{"O"}, help: "options of the scheme", name: "Scheme: options", group: groupAsk, tabs: onJourneys(),
			state: (*model).optionState, why: noOptionsHere, run: (*model).schemeOptionList},
		{id: "servers", keys: []string{"c"}, help: "servers: connected, order", name: "Servers: connected, order", group: groupAsk, tabs: onJourneys(),
			state: (*model).serverState, why: noServers, run: (*model).pickServers},
		{id: "provider", keys: []string{"p"}, help: "provider and its name rule", foot: "provider", name: "Provider: choose", group: groupAsk, absent: inVocab, state: (*model).providerState, why: noChoice, run: (*model).pickProvider},
		{id: "all-providers", keys: []string{"P"}, help: "this name at all providers", name: "Provider: all, side by side", group: groupAsk, tabs: onJourneys(),
			state: always("compare name rules"), why: noName, run: (*model).everyProvider},
	}
}

func takeKeys() []action {
	return []action{
		{id: "copy", keys: []string{"y"}, help: "copy: name, JSON, Why, path", helpOn: map[tab]string{tabVocab: "copy: name, cell", tabWhatIf: "copy: name, decision, map"}, foot: "copy", what: "copy: choose what", name: "Copy: choose", group: groupTake, why: nothingToCopy, run: (*model).copyMenu},
	}
}

func everywhereKeys() []action {
	return []action{
		{id: "tab-journeys", keys: []string{"1"}, name: "Go to: Journeys", group: groupEverywhere, why: nothingOpen, run: func(m *model) tea.Cmd { return m.showTab(tabJourneys) }},
		{id: "tab-replay", keys: []string{"2"}, name: "Go to: Replay", group: groupEverywhere, why: nothingOpen, run: (*model).openReplay},
		{id: "tab-vocabulary", keys: []string{"3"}, name: "Go to: Vocabulary", group: groupEverywhere, run: func(m *model) tea.Cmd { return m.showTab(tabVocab) }},
		{id: "tab-what-if", keys: []string{"4"}, name: "Go to: What-if", group: groupEverywhere, why: nothingOpen, run: (*model).openWhatIf},
		{id: "tab-sessions", keys: []string{"5"}, name: "Go to: Sessions", foot: "sessions", group: groupEverywhere, absent: noPicker, run: func(m *model) tea.Cmd { return m.showTab(tabSessions) }},
		{id: "tabs", show: "1 to 5", row: []string{"tab-journeys", "tab-replay", "tab-vocabulary", "tab-what-if", "tab-sessions"}, help: "tabs", group: groupEverywhere, run: nothing},
		{id: "palette", keys: []string{":", "ctrl+p"}, what: "palette: all commands by name", show: ":", help: "palette[, also ctrl+p]", foot: "palette", group: groupEverywhere, run: (*model).openPalette},
		{id: "open-path", keys: []string{"o"}, help: "open another path", name: "Open another path", group: groupEverywhere, why: cannotOpen, run: (*model).askPath},
		{id: "tour", keys: []string{"T"}, help: "tour: begin, come back", what: "tour: begin, come back", name: "Tour: restart", group: groupEverywhere, state: (*model).tourState, why: noTour, run: (*model).tourAction},
		{id: "tour-end", name: "Tour: leave", group: groupEverywhere, why: notTouring, run: (*model).stopTour},
		{id: "demos", keys: []string{"d"}, help: "demos", foot: "demos", name: "Go to: demos", group: groupEverywhere, tabs: onSessions(), why: noDemos, run: (*model).toDemos},
		{id: "reload", keys: []string{"r"}, foot: "read on", state: (*model).readState, help: "read the file again", helpOn: vocabHelp("read your files again"), name: "Read the file again", group: groupEverywhere, why: cannotReload, run: (*model).reload},
		{id: "theme", keys: []string{"t"}, show: "t/m", row: []string{"mouse"}, help: "theme, mouse off and on", name: "Theme: next", group: groupEverywhere, state: (*model).themeState, run: (*model).nextTheme},
		{id: "mouse", keys: []string{"m"}, name: "Mouse: off and on", group: groupEverywhere, state: (*model).mouseState, run: (*model).toggleMouse},
		{id: "back", keys: []string{"esc"}, help: "one step back, never quits", group: groupEverywhere, run: func(m *model) tea.Cmd { return m.back() }},
		{id: "help", keys: []string{"?"}, help: "all keys", foot: "help", what: "help: all keys", name: "Help", group: groupEverywhere, run: (*model).openHelp},
		{id: "quit", keys: []string{"q"}, help: "quit; ctrl+c always quits", foot: "quit", name: "Quit", group: groupEverywhere, run: (*model).quit},
		{id: "suspend", keys: []string{"ctrl+z"}, what: "suspend: to the shell, fg comes back", help: "to the shell, fg comes back", group: groupEverywhere, run: (*model).suspend},
	}
}

// farAway is more rows than any list has.
const farAway = 1 << 30

func nothing(*model) tea.Cmd { return nil }

// always is a reason that never changes.
func always(reason string) func(*model) string { return func(*model) string { return reason } }

func noRow(m *model) string {
	if m.tab == tabSessions && len(m.pick.entries)+len(m.pick.cases) == 0 || m.tab == tabJourneys && m.row() == nil {
		return "nothing is selected"
	}
	return ""
}

func nothingOpen(m *model) string {
	if m.data.loaded == nil && m.fail == nil {
		return "open a session first"
	}
	return ""
}

// noPicker: there is no list of sessions, so there is one tab only.
func noPicker(m *model) bool { return m.opts.Find == nil }

func noFailures(m *model) string {
	if m.tab == tabJourneys && len(m.failedRows()) == 0 && len(m.findings()) == 0 {
		return "no failures and no findings here"
	}
	return ""
}

func noChoice(m *model) string {
	switch {
	case m.tab == tabSessions || m.data.loaded == nil:
		return "open a session first"
	case m.fail != nil:
		return "no request here"
	}
	return ""
}

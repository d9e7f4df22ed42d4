package tui

import (
	"hopscope/journey"
	"hopscope/journey/visible"
	"hopscope/themes"
)

// registeredPart is the pane "Real name": what the tool is called where it is
// registered, and whose it is.
func registeredPart(d *detail, w int) part {
	s := d.stop(journey.HopRegistered)
	p := d.hopPart(s, "registered")
	name, server := d.realName()
	p.copies = []copyItem{{"n", "real name", name}}
	p.body = append(p.body, d.nameRows(server, name, w)...)
	p.body = append(p.body, noteRows(s, w)...)
	if server != "" && d.journey.Naming != nil {
		p.body = append(p.body, says(themes.Muted, "MCP server · tool"))
	}
	const use = "identity for dispatch, approvals, switches"
	if d.call == nil && s.State != journey.StopNone && len(use) <= w {
		p.body = append(p.body, says(themes.Muted, use))
	}
	if d.journey.Naming != nil {
		p = d.withIdentity(p, func(f identityFact) bool { return f.real }, false, w)
	}
	return p.fitted(w)
}

// realName is the registered name and its server: of the tool, or for a name
// that belongs to no tool the name itself.
func (d *detail) realName() (name, server string) {
	if n := d.journey.Naming; n != nil && n.RegisteredKnown {
		return string(n.Ref.Name), string(n.Ref.Server)
	}
	s := d.stop(journey.HopRegistered)
	switch {
	case s.Name != "":
		return s.Name, s.Namespace
	case s.Would != "":
		return s.Would, ""
	default:
		return d.row.name, d.row.server
	}
}

// nameRows is a name in one row, cut; where the pane has the screen to itself,
// all of it in as many rows as that takes.
func (d *detail) nameRows(server, name string, w int) []line {
	if name == "" && server == "" {
		return []line{says(themes.Off, emptyName)}
	}
	if d.full {
		return prose(themes.Text, owned(server, name, 1<<16), w)
	}
	return []line{says(themes.Text, owned(server, name, w))}
}

// stop returns the stop of a hop; a journey always has it.
func (d *detail) stop(h journey.Hop) *journey.Stop {
	if s := d.journey.At(h); s != nil {
		return s
	}
	return &journey.Stop{Hop: h, State: journey.StopNotRecorded}
}

// hopPart begins the pane of a hop: heading and note.
func (d *detail) hopPart(s *journey.Stop, note string) part {
	if s.Source != "" {
		note = groupedLines(visible.Text(s.Source))
	}
	if s.Assumed && d.call != nil { // without a call all of it is predicted
		if note != "" {
			note += "  "
		}
		note += assumedWord
	}
	return part{title: s.Hop.Title(), note: note, noteRole: themes.Muted}
}

// noteMarks are the signs before a note, with the role of note and sign.
var noteMarks = [...]struct {
	sign string
	role themes.Role
	text themes.Role
}{
	journey.NotePlain:   {"", themes.Muted, themes.Muted},
	journey.NoteSame:    {"=", themes.Muted, themes.Muted},
	journey.NoteBad:     {"✗", themes.Bad, themes.Bad},
	journey.NoteClash:   {"≡", themes.Bad, themes.Bad},
	journey.NoteLeftOut: {"–", themes.Warn, themes.Warn},
	journey.NoteChanged: {"◆", themes.Changed, themes.Muted},
	journey.NoteDrift:   {"≠", themes.Bad, themes.Bad},
}

// noteRows is the note of a stop with its sign.
func noteRows(s *journey.Stop, w int) []line {
	if s.Note == "" {
		return nil
	}
	m := noteMarks[journey.NotePlain]
	if int(s.Mark) < len(noteMarks) {
		m = noteMarks[s.Mark]
	}
	return marked(m.sign, m.role, m.text, s.Note, w)
}

// marked is a sign and a text beside it; further rows hang below the text.
func marked(sign string, role, textRole themes.Role, text string, w int) []line {
	if sign == "" {
		return prose(textRole, text, w)
	}
	var out []line
	for i, row := range wrap(text, w-2) {
		head := span{text: "  "}
		if i == 0 {
			head = span{text: sign + " ", role: role}
		}
		out = append(out, line{head, {text: row, role: textRole}})
	}
	return out
}

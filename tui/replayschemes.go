package tui

import (
	"slices"

	"hopscope/journey"
	"hopscope/themes"
)

// Other schemes are asked only about short lists: each makes two plans.
const underTools = 600

// underSchemes are those that the pane asks, most telling first, and how many
// of them.
var underSchemes = [...]string{"gptme", "codex", "claude-code", "verbatim"}

const underMost = 3

// schemesPart is what other schemes would have made of the call, as the turn of
// the cursor reads it.
func (r *replayTab) schemesPart(m *model, d *detail, w int) part {
	p := part{title: "Other schemes, this " + r.unit(), note: "s", noteRole: themes.Key}
	if len(d.plan.Tools) > underTools {
		p.body = prose(themes.Muted, "The list is long: S in Journeys compares schemes.", w)
		return p
	}
	asked := 0
	for _, id := range underSchemes {
		i := slices.IndexFunc(m.opts.Schemes, func(s journey.Scheme) bool { return s.Info().ID == id })
		if i < 0 || id == d.scheme.Info().ID || asked == underMost {
			continue
		}
		u := r.line.Under(m.opts.Schemes[i], d.provider, r.row, r.cur)
		if !u.Known {
			continue
		}
		asked++
		p.body = append(p.body, underRows(&u, w)...)
	}
	if asked == 0 {
		p.body = prose(themes.Muted, "No other scheme knows this tool by its real name.", w)
	}
	return p.fitted(w)
}

// underRows is one scheme: what the stored call would run, and what is stored.
func underRows(u *journey.TurnUnder, w int) []line {
	const label = 12
	room := max(w-label, 8)
	row := func(head, text string, role themes.Role) line {
		return append(line{{text: cutName(head, label-1), role: themes.Muted}}.padded(label), span{text: text, role: role})
	}
	switch {
	case u.AsWritten && u.Now != nil:
		return []line{row(u.Scheme.ID, "runs "+cutName(string(u.Now.Name), room-5), themes.Ok)}
	case u.AsWritten && u.Outcome == journey.OutcomeRuntime:
		return []line{row(u.Scheme.ID, "answers by itself", themes.Text)}
	case u.AsWritten:
		return []line{row(u.Scheme.ID, "refuses it too", themes.Muted)}
	case u.Status == journey.LeftOut:
		return []line{row(u.Scheme.ID, "left out", themes.Warn)}
	case u.Verdict == journey.VerdictReject && len(u.Violations) > 0:
		text := u.Violations[0].Rule
		if u.Violations[0].Detail != "" {
			text = u.Violations[0].Detail
		}
		rows := wrap("refused: "+text, room)
		return []line{row(u.Scheme.ID, rows[0], themes.Warn)}
	case u.Meaning == journey.MeansGone:
		return []line{row(u.Scheme.ID, "finds no tool now", themes.Bad)}
	}
	first := row(u.Scheme.ID, "runs "+cutName(string(u.Ref.Name), room-5), themes.Text)
	if u.Meaning == journey.MeansAnother {
		first = row(u.Scheme.ID, "now runs "+cutName(string(u.Now.Name), room-9), themes.Bad)
	}
	stored := "stored as " + cutName(string(u.Stored.Name), room-10)
	if string(u.Stored.Name) == string(u.Ref.Name) {
		stored = "real name is stored"
	}
	return []line{first, row("", stored, themes.Muted)}
}

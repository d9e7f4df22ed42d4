package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"hopscope/journey"
	"hopscope/journey/visible"
)

// EveryScheme is what `hopscope wire --scheme all` writes as text: a table for
// each tool, a row for each scheme.
type EveryScheme struct {
	// Provider judged the names; empty: nobody did.
	Provider string
	Schemes  []journey.SchemeInfo
	// Tools is the number of tools, Name names one, Rows are its rows, one for
	// each scheme.
	Tools int
	Name  func(tool int) journey.Ref
	Rows  func(tool int) []journey.UnderScheme
	// Sources, NamesUnknown and Notes as in Wire.
	Sources      []string
	NamesUnknown []journey.Server
	Notes        []string
}

// EverySchemeText writes a summary, a row for each scheme, and then the tables.
// Tools are written one after the other, so that long lists need no memory.
func EverySchemeText(w io.Writer, v EveryScheme) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s, %s", plural(len(v.Schemes), "scheme", "schemes"), plural(v.Tools, "tool", "tools"))
	if v.Provider != "" {
		fmt.Fprintf(out, ", provider %s", v.Provider)
	}
	out.WriteString("\n")
	b := &strings.Builder{}
	if v.Tools > 0 {
		writeRows(b, withoutEmpty(schemeSums(v)))
	}
	writeNoTools(b, Wire{Tools: make([]WireTool, v.Tools), Sources: v.Sources, NamesUnknown: v.NamesUnknown})
	writeUnknownServers(b, v.NamesUnknown)
	for _, n := range v.Notes {
		fmt.Fprintf(b, "note: %s\n", visible.Text(n))
	}
	out.WriteString(b.String())
	for i := range v.Tools {
		b.Reset()
		fmt.Fprintf(b, "\ntool %s of %s: %s\n", comma(i+1), comma(v.Tools), ownedRef(v.Name(i)))
		writeRows(b, underRows(v.Rows(i)))
		out.WriteString(b.String())
	}
	return out.Flush()
}

// schemeSums counts for each scheme what becomes of the tools.
func schemeSums(v EveryScheme) [][]string {
	type sum struct{ offered, left, clash, rejected, lost, absent int }
	sums := make([]sum, len(v.Schemes))
	for i := range v.Tools {
		for k, u := range v.Rows(i) {
			s := &sums[k]
			switch {
			case !u.Known:
				s.absent++
				continue
			case u.Status == journey.LeftOut:
				s.left++
			default:
				s.offered++
				if u.Verdict == journey.VerdictReject {
					s.rejected++
				}
				if u.Back != journey.BackItself {
					s.lost++
				}
			}
			if len(u.Clashes) > 0 {
				s.clash++
			}
		}
	}
	rows := [][]string{{"scheme", "offered", "left out", "share a name", "rejected", "no way back", "not there"}}
	for k, info := range v.Schemes {
		s := sums[k]
		rows = append(rows, []string{schemeID(info), comma(s.offered), count(s.left), count(s.clash), count(s.rejected), count(s.lost), count(s.absent)})
	}
	return rows
}

// withoutEmpty leaves the columns out in which only the heading stands.
func withoutEmpty(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for col := range rows[0] {
		filled := false
		for _, r := range rows[1:] {
			filled = filled || r[col] != ""
		}
		for i, r := range rows {
			if filled {
				out[i] = append(out[i], r[col])
			}
		}
	}
	return out
}

// count is a number in a table of many; none is an empty cell.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return comma(n)
}

// underRows are the rows of one tool.
func underRows(list []journey.UnderScheme) [][]string {
	rows := [][]string{{"scheme", "form", "length", "status", "a call reaches", ""}}
	for i := range list {
		u := &list[i]
		row := []string{schemeID(u.Scheme), "–", "", u.Word(), "", visible.Text(u.Reason)}
		if u.Known {
			row[1], row[2], row[4], row[5] = visible.Name(u.Form()), u.Count(), visible.Text(u.Reaches()), underNote(u)
			if u.Limit > 0 && u.Unit != "" && u.Unit != "code points" {
				row[2] += " " + u.Unit
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// underNote is what the columns beside it do not say of what is wrong.
func underNote(u *journey.UnderScheme) string {
	note := ""
	if len(u.Clashes) > 0 {
		note = u.Clash
	}
	if u.Reason != "" {
		note = join(note, u.Reason)
	}
	if len(u.Violations) > 0 {
		note = join(note, u.Violations[0].Detail)
	}
	return visible.Text(note)
}

func ownedRef(r journey.Ref) string {
	name := visible.Name(string(r.Name))
	if name == "" {
		name = "(empty)"
	}
	if r.Server == "" {
		return name
	}
	return visible.Name(string(r.Server)) + " · " + name
}

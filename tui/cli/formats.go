package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hopscope/journey/report"
	"hopscope/sessions"
	"hopscope/sessions/catalog"
)

// formatList is the JSON of `hopscope formats`.
type formatList struct {
	Schema  string       `json:"schema"`
	Formats []formatInfo `json:"formats"`
}

// formatInfo is one format that is read.
type formatInfo struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Kind  string `json:"kind"` // session, capture, case or catalog
	// Client and Where: whose files they are, and where that client keeps them.
	Client string `json:"client,omitempty"`
	Where  string `json:"where,omitempty"`
	// Shape says by what the content is recognised, Names in which form names
	// are read from a catalog, Notes what the format cannot show.
	Shape string   `json:"shape"`
	Names string   `json:"names,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

func (a *app) formatsCmd() *cobra.Command {
	c := &cobra.Command{
		Use:     "formats [ID]",
		Short:   "What is read: sessions, captures, cases and catalogs, and by what their content is recognised",
		Example: "hopscope formats claude-code",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list := readFormats()
			if len(args) > 0 {
				list = oneFormat(list, args[0])
			}
			if len(list) == 0 {
				return fmt.Errorf("formats %s: there is no such format; hopscope formats lists them", args[0])
			}
			return a.write(func(w io.Writer) error {
				if a.flags.format == "json" {
					return report.JSON(w, formatList{report.Schema("formats"), list})
				}
				return writeFormats(w, list)
			})
		},
	}
	a.flags.reporting(c, "text", "json")
	return c
}

// readFormats lists the formats in the order in which they are tried.
func readFormats() []formatInfo {
	var list []formatInfo
	for _, f := range sessions.Formats() {
		kind := "session"
		if f.Capture {
			kind = "capture"
		}
		list = append(list, formatInfo{ID: f.ID, Title: f.Title, Kind: kind, Client: f.Client, Where: f.Where, Shape: f.Shape, Notes: f.Notes})
	}
	list = append(list, formatInfo{ID: "case", Title: "hopscope case", Kind: "case", Shape: "an object with schema hopscope.case/1, or with catalog and calls"})
	for _, f := range catalog.Formats() {
		list = append(list, formatInfo{ID: f.ID, Title: f.Title, Kind: "catalog", Shape: f.Detect, Names: f.Names})
	}
	return list
}

func oneFormat(list []formatInfo, id string) []formatInfo {
	for _, f := range list {
		if f.ID == id {
			return []formatInfo{f}
		}
	}
	return nil
}

func writeFormats(w io.Writer, list []formatInfo) error {
	b := &strings.Builder{}
	for i, f := range list {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s  %s, %s\n", f.ID, f.Kind, f.Title)
		for _, row := range [][2]string{{"where", f.Where}, {"shape", f.Shape}, {"names", f.Names}} {
			if row[1] != "" {
				fmt.Fprintf(b, "  %-6s %s\n", row[0], row[1])
			}
		}
		for _, n := range f.Notes {
			fmt.Fprintf(b, "  %-6s %s\n", "note", n)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"hopscope/journey/visible"
)

// Sessions is the JSON of `hopscope sessions`.
type Sessions struct {
	Schema   string           `json:"schema"`
	Searched []SearchedFolder `json:"searched"`
	Sessions []SessionEntry   `json:"sessions"`
}

// SearchedFolder is a place where a client keeps its sessions.
type SearchedFolder struct {
	Client string `json:"client"`
	Path   string `json:"path"`
	Status string `json:"status"`
	Count  int    `json:"count"`
}

// SessionEntry is one recorded session; nothing of its content was read.
type SessionEntry struct {
	Client string    `json:"client"`
	ID     string    `json:"id"`
	Path   string    `json:"path"`
	Folder string    `json:"folder,omitempty"`
	Time   time.Time `json:"time"`
	// Size in bytes.
	Size int64 `json:"size"`
}

// SessionsText writes the sessions, newest first, and where they were looked
// for. now is the time from which ages count.
func SessionsText(w io.Writer, s Sessions, now time.Time) error {
	b := &strings.Builder{}
	rows := [][]string{{"client", "age", "size", "session", "folder"}}
	for _, e := range s.Sessions {
		rows = append(rows, []string{e.Client, age(now.Sub(e.Time)), bytesText(e.Size), visible.Text(e.ID), visible.Text(e.Folder)})
	}
	writeRows(b, rows)
	if len(s.Sessions) == 0 {
		b.WriteString("No recorded sessions were found.\n")
	}
	b.WriteString("\nSearched\n")
	looked := [][]string{{"client", "where", ""}}
	for _, f := range s.Searched {
		looked = append(looked, []string{f.Client, visible.Text(f.Path), visible.Text(f.Status)})
	}
	writeRows(b, looked)
	_, err := io.WriteString(w, b.String())
	return err
}

// age is a time span in its largest unit: 5 s, 3 min, 2 h, 4 d.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", max(int(d.Seconds()), 0))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	default:
		return fmt.Sprintf("%s d", comma(int(d.Hours()/24)))
	}
}

// bytesText is a size in its largest unit: 103 KB, 1.2 GB.
func bytesText(n int64) string {
	const kb = 1000
	switch {
	case n < kb:
		return fmt.Sprintf("%d B", n)
	case n < kb*kb:
		return fmt.Sprintf("%d KB", n/kb)
	case n < kb*kb*kb:
		return fmt.Sprintf("%.1f MB", float64(n)/(kb*kb))
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/(kb*kb*kb))
	}
}

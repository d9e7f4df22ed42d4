package tui

import "hopscope/journey/redact"

// What a recording gives away is masked where it is read: see
// sessions.Options.Mask. Errors, arguments and results come here without
// secrets, so no screen has to think of them. Left are the names of files, which
// are needed as they are to open them, and the declarations of tools: they are
// masked where they are shown.

// maskedWord says on screen that something was masked.
const maskedWord = "secrets masked"

// masked is a declaration as it may be shown: what a tool says of itself is
// kept as it was read.
func (d *detail) masked(text string) string {
	if d.mask == nil {
		return text
	}
	return d.mask(text)
}

// maskedFile is the name of a file as it may be shown.
func maskedFile(name string, show bool) string {
	if show {
		return name
	}
	var m redact.Masker
	name, _ = m.Name(name)
	return name
}

// shownFiles are the paths that are open, as they may be shown.
func (m *model) shownFiles() []string {
	if m.opts.ShowSecrets {
		return m.data.paths
	}
	list := make([]string, len(m.data.paths))
	for i, p := range m.data.paths {
		list[i] = maskedFile(p, false)
	}
	return list
}

package format

// Growing keeps what is known of an input after its end, so that Resume can go
// on when its file has grown.
func (b *Builder) Growing() { b.grows, b.ended = true, map[uint8]*source{} }

// Resume goes on with an input that has ended and returns its reader, nil when
// there is none, and the number of lines so far. What End has said is not said
// again: notes are about what was there when the input was read.
func (b *Builder) Resume(index uint8) (r Reader, lines uint32) {
	src := b.ended[index]
	if src == nil {
		return nil, 0
	}
	b.src = src
	return src.reader, src.lines
}

// Again says that the last line of the input that goes on was cut and comes
// again, whole.
func (b *Builder) Again() { b.src.lines-- }

// Tails reports whether a format's files only grow, line by line, and its
// reader goes on behind its End: those that say it of themselves.
func Tails(f Format) bool {
	t, ok := f.(interface{ Tails() bool })
	return ok && t.Tails()
}

// Tails is true: the client appends events.
func (claudeCode) Tails() bool { return true }

// Tails is true: the client appends rollout lines.
func (codex) Tails() bool { return true }

// Tails is true: the output is written event by event.
func (codexExec) Tails() bool { return true }

// Tails reports whether it is the output of opencode run, which is written
// event by event; the other forms are rows and documents.
func (f openCode) Tails() bool { return f.form == ocRun }

// Tails is true of logs to which a proxy appends.
func (c *capture) Tails() bool { return c.tails }

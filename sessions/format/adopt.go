package format

import "hopscope/journey"

// Adopt adds a batch that numbers rows from 0 and texts from symbol 1: that of
// a case file. It gets numbers behind those of the inputs before it. Agents
// and sources are taken as they stand when nothing was read before.
func (b *Builder) Adopt(in journey.Batch) {
	syms := make([]journey.Sym, len(in.Texts)+1)
	for i, text := range in.Texts {
		syms[i+1] = b.sym(text)
	}
	agents := make([]uint16, len(in.Agents))
	for i, a := range in.Agents {
		if a.ID != "" {
			b.About(a)
			agents[i] = b.agent(a.ID)
		}
	}
	agent := func(i uint16) uint16 {
		if int(i) < len(agents) {
			return agents[i]
		}
		return 0
	}
	base := b.rows
	for _, r := range in.Rows {
		r.Name, r.Space, r.Err, r.Agent = syms[r.Name], syms[r.Space], syms[r.Err], agent(r.Agent)
		r.Turn += b.turns
		b.batch.Rows = append(b.batch.Rows, r)
		b.rows++
	}
	for row, x := range in.Extras {
		b.extra(base+row, &x)
	}
	for _, p := range in.Patches {
		p.Row += base
		p.Err = syms[p.Err]
		b.batch.Patches = append(b.batch.Patches, p)
	}
	for _, s := range in.Snapshots {
		s.Agent = agent(s.Agent)
		s.Turn += b.turns
		b.batch.Snapshots = append(b.batch.Snapshots, s)
	}
	for _, r := range in.Requests {
		r.Turn += b.turns
		b.batch.Requests = append(b.batch.Requests, r)
	}
	b.turns += in.Turns
	b.batch.Turns = b.turns
	b.rest(in)
}

// rest takes what has no numbers.
func (b *Builder) rest(in journey.Batch) {
	b.batch.Problems = append(b.batch.Problems, in.Problems...)
	b.batch.MoreProblems += in.MoreProblems
	b.batch.Notes = append(b.batch.Notes, in.Notes...)
	b.batch.Servers = append(b.batch.Servers, in.Servers...)
	b.batch.Models = append(append(b.batch.Models, in.Models...), in.Model)
	b.batch.Client, b.batch.Provider, b.batch.Lines = in.Client, in.Provider, in.Lines
	b.batch.ID, b.batch.Cwd, b.batch.Parent = in.ID, in.Cwd, in.Parent
	b.batch.Background = in.Background
}

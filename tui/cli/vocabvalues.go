package cli

import (
	"hopscope/journey/report"
	"hopscope/vocab"
)

func emptyVocab() report.Vocab {
	return report.Vocab{
		Schema: report.Schema("vocab"), Clients: []report.VocabClient{}, Capabilities: []report.VocabTask{},
		Entries: []report.VocabEntry{}, Providers: []report.VocabProvider{}, Pairs: []report.VocabPair{},
	}
}

// vocabTable is the table, narrowed to a client and a capability where they are
// not empty.
func vocabTable(t *vocab.Table, client, capability string) report.Vocab {
	v := emptyVocab()
	newest := map[string]string{}
	for _, c := range t.Clients() {
		newest[c.ID] = c.Newest()
		if client == "" || c.ID == client {
			v.Clients = append(v.Clients, report.VocabClient{
				ID: c.ID, Name: c.Name, Newest: c.Newest(), Versions: c.Versions, Entries: c.Entries, Source: c.Source, Verified: c.Verified,
			})
		}
	}
	for _, k := range t.Capabilities() {
		if capability != "" && k.ID != capability {
			continue
		}
		v.Capabilities = append(v.Capabilities, report.VocabTask{ID: k.ID, Meaning: k.Meaning, NoTarget: k.NoTarget})
		for _, c := range v.Clients {
			usual, _, _ := t.Usual(c.ID, k.ID, "")
			for _, e := range t.Cell(c.ID, k.ID) {
				row := vocabEntry(e, newest[c.ID], "")
				row.Usual = usual.Name == e.Name
				row.Gone = t.Gone(e)
				v.Entries = append(v.Entries, row)
			}
		}
	}
	if client == "" {
		for _, p := range t.ProviderTools() {
			if capability == "" || p.Capability == capability {
				v.Providers = append(v.Providers, vocabProvider(p, ""))
			}
		}
	}
	for _, p := range t.Pairs() {
		if capability == "" || p.Axis == "" && (p.A == capability || p.B == capability) {
			v.Pairs = append(v.Pairs, report.VocabPair(p))
		}
	}
	return v
}

// vocabName looks one name up: exactly, else by its letters and digits.
func vocabName(t *vocab.Table, name string) report.Vocab {
	v := emptyVocab()
	v.Name = &name
	tasks := map[string]bool{}
	for _, h := range t.Uses(name).Hits {
		tasks[h.Capability] = true
		if h.Provider != nil {
			v.Providers = append(v.Providers, vocabProvider(*h.Provider, h.Via))
			continue
		}
		c, _ := t.Client(h.Client)
		v.Entries = append(v.Entries, vocabEntry(h.Entry, c.Newest(), h.Via))
	}
	for _, k := range t.Capabilities() {
		if tasks[k.ID] {
			v.Capabilities = append(v.Capabilities, report.VocabTask{ID: k.ID, Meaning: k.Meaning, NoTarget: k.NoTarget})
			for _, p := range t.PairsWith(k.ID) {
				v.Pairs = append(v.Pairs, report.VocabPair(p))
			}
		}
	}
	return v
}

func vocabEntry(e vocab.Entry, newest string, via vocab.Via) report.VocabEntry {
	kind := e.Kind
	if kind == "" {
		kind = "function"
	}
	inputs := []report.VocabInput{}
	for _, in := range e.Inputs {
		inputs = append(inputs, report.VocabInput(in))
	}
	return report.VocabEntry{
		Client: e.Client, Name: e.Name, Capability: e.Capability, Kind: kind, Aliases: e.Aliases, Inputs: inputs, InputsKnown: e.InputsKnown(),
		Versions: e.Versions(newest), Mentioned: e.Mentioned, Conditions: e.Conditions, Note: e.Note, Source: e.Source, Verified: e.Verified, Via: string(via),
	}
}

func vocabProvider(p vocab.ProviderTool, via vocab.Via) report.VocabProvider {
	return report.VocabProvider{
		Provider: p.Provider, Type: p.Type, Name: p.Name, Capability: p.Capability, ExecutedBy: p.ExecutedBy, Note: p.Note, Source: p.Source, Via: string(via),
	}
}

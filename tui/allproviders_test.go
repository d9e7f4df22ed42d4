package tui

import (
	"fmt"
	"strings"
	"testing"

	"hopscope/journey"
	"hopscope/sessions"
)

// tableProvider answers as one row of a table that no change of the real rules
// moves. It shapes requests as the first provider of the workbench does.
type tableProvider struct {
	journey.Provider
	id, chars string
	most      int
	mild      bool
}

// manyProviders are fifteen providers: strict and loose ones, one that only
// advises, one of which nothing is known.
func manyProviders() []journey.Provider {
	shape := someProviders()[0]
	var list []journey.Provider
	for i, id := range []string{
		"anthropic-messages", "azure-openai", "bedrock-converse", "deepseek", "gemini", "groq", "mcp", "mistral", "ollama",
		"openai-chat", "openai-responses", "otel-genai", "vertex", "vllm", "xai",
	} {
		p := tableProvider{Provider: shape, id: id, chars: "A-Z a-z 0-9 _ -", most: []int{64, 128}[i%2]}
		switch id {
		case "gemini", "vertex":
			p.chars, p.most = "A-Z a-z 0-9 _ . : -", 128
		case "mcp":
			p.most, p.mild = 20, true
		case "ollama", "vllm", "otel-genai":
			p.chars, p.most = "any", 0
		case "xai":
			p.chars = ""
		}
		list = append(list, p)
	}
	return list
}

func (p tableProvider) Info() journey.ProviderInfo {
	rule, _ := p.Rule(journey.PlaceDeclare, "")
	return journey.ProviderInfo{ID: p.id, Title: strings.ToUpper(p.id), Contract: rule.Words(), Rules: []journey.NameRule{rule}}
}

func (p tableProvider) Rule(place journey.Place, _ string) (journey.NameRule, bool) {
	if p.chars == "" {
		return journey.NameRule{}, false
	}
	return journey.NameRule{Place: place, Chars: p.chars, Max: p.most, Source: "a table of this test", AsOf: "2026-11-29"}, place == journey.PlaceDeclare
}

func (p tableProvider) Check(place journey.Place, n journey.WireName, i int, _ string) (journey.Verdict, []journey.Violation) {
	if p.chars == "" || place != journey.PlaceDeclare {
		return journey.VerdictUnknown, nil
	}
	var list []journey.Violation
	add := func(rule, detail string) {
		v := journey.Violation{Place: place, Rule: rule, At: -1, Detail: detail, Error: fmt.Sprintf("%s says that tools[%d].name is wrong: %s", p.id, i, detail), ErrorHow: p.most == 64}
		if p.mild {
			v.Severity = journey.SeverityWarning
		}
		list = append(list, v)
	}
	if size := len(n.Name); p.most > 0 && size > p.most {
		add("too-long", fmt.Sprintf("%d characters, %d allowed", size, p.most))
	}
	if strings.Contains(string(n.Name), ".") && !strings.Contains(p.chars, ".") && p.chars != "any" {
		add("illegal-name", `"." is not allowed`)
	}
	if len(list) > 0 {
		return journey.VerdictReject, list
	}
	return journey.VerdictAccept, nil
}

func (tableProvider) CheckRequest([]journey.WireName, string) []journey.Violation { return nil }

// named is a list of three tools under the names themselves.
func named(t *testing.T, w, h int, names ...string) *driver {
	t.Helper()
	c := journey.Catalog{Source: "names.txt", Complete: true}
	for i, n := range names {
		c.Tools = append(c.Tools, journey.Tool{Registered: journey.Registered(n), Line: i + 1})
	}
	d := drive(t, Options{Schemes: someSchemes()[2:], Scheme: someSchemes()[2], Providers: manyProviders()})
	d.m.start(readingOf(sessions.Update{Catalog: &c}), []string{"names.txt"}, "")
	return d.begin(w, h)
}

const longDot = "mcp__word.craft__count_the_words_of_a_document_and_say_how_many_there_are"

func TestAllProviders(t *testing.T) {
	each(t, "refused", func(t *testing.T, w, h int) *driver { return named(t, w, h, "read_file", longDot).press("P") })
	each(t, "fits", func(t *testing.T, w, h int) *driver { return named(t, w, h, "read_file", "write_file").press("P", "G") })
	each(t, "choose", func(t *testing.T, w, h int) *driver { return named(t, w, h, "read_file", longDot).press("p", "j", "j") })
	each(t, "search", func(t *testing.T, w, h int) *driver {
		return named(t, w, h, "read_file", longDot).press("p", "/", `"open"`)
	})
}

func TestAllProvidersKeys(t *testing.T) {
	d := named(t, 120, 40, "read_file", longDot)
	d.press("P")
	d.sees("Refused by 8 of 15: anthropic-messages, azure-openai, bedrock-converse")
	d.sees("advised against by mcp; unknown at xai")
	d.sees("Strictest rule: anthropic-messages, A-Z a-z 0-9 _ -, at most 64")
	d.sees("openai-chat says that tools[1].name is wrong")
	d.sees("(by analogy)")
	d.press("n")
	d.sees("openai-responses says that tools[1].name is wrong")
	d.press("N", "N")
	d.sees("mistral says that tools[1].name is wrong")
	d.press("G", "n")
	d.sees("anthropic-messages says that tools[1].name is wrong")
	d.press("G", "enter")
	d.says("Provider: xai")
	d.sees("p xai")
	d.press("P", "g", "esc")
	d.sees("p xai")
}

// The picker shows its effect while the cursor moves, and esc takes it back.
func TestProviderPreview(t *testing.T) {
	d := named(t, 120, 40, "read_file", longDot)
	was := d.screen()
	d.press("p", "/", `"vllm"`)
	d.pause()
	d.sees("p vllm")
	d.sees("Accepts  73 characters, no limit")
	d.press("esc", "esc")
	d.pause()
	d.seesNot("p vllm")
	d.press("p", "esc")
	if got := d.screen(); stripStatus(got) != stripStatus(was) {
		t.Errorf("after esc the screen is\n%s\nwant\n%s", got, was)
	}
}

func stripStatus(screen string) string {
	rows := strings.Split(screen, "\n")
	return strings.Join(rows[:len(rows)-3], "\n")
}

// A name that no tool has is judged as it was called.
func TestAllProvidersOfACall(t *testing.T) {
	d := reads(t, 120, 40, callsUpdate("claude-code", "2.1.20", "Read", "docs.open unknown-tool"))
	d.m.opts.Providers = manyProviders()
	d.press("P")
	d.sees("docs.open at all providers")
	d.sees("Refused by 8 of 15")
	d.says("The name is not in this request")
}

func TestAllProvidersNothing(t *testing.T) {
	d := reads(t, 120, 40)
	d.m.opts.Providers = manyProviders()
	d.press("P")
	d.says("nothing is selected")
}

func TestPlainEverywhere(t *testing.T) {
	d := named(t, 120, 40, "read_file", longDot).m.data.detail
	got := strings.Join(plainEverywhere(d), "\n")
	for _, want := range []string{"everywhere: refused by 8 of 15: anthropic-messages, ", "; advised against by mcp; unknown at xai", "strictest rule: anthropic-messages, A-Z a-z 0-9 _ -, at most 64"} {
		if !strings.Contains(got, want) {
			t.Errorf("plainEverywhere = %q, want %q in it", got, want)
		}
	}
	d.providers = nil
	if got := plainEverywhere(d); got != nil {
		t.Errorf("plainEverywhere without providers = %q, want nothing", got)
	}
}

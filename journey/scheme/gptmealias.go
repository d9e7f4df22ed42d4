package scheme

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"hopscope/journey"
)

const (
	// gptmeLimit is the length of an alias in characters, all ASCII.
	gptmeLimit = 64
	// gptmeStem is what is left of it before "_" and eight hex digits.
	gptmeStem = gptmeLimit - 9
)

// GptmeTool is a tool that gptme has loaded.
type GptmeTool struct {
	// Name is the registered name, of an MCP tool SERVER.TOOL.
	Name journey.Registered
	// BlockTypes are the languages of code blocks that run the tool. An MCP
	// tool has one, its name.
	BlockTypes []string
}

// WireName returns the name under which the tool stands in a request before
// aliases: its first block type, else its registered name; no character and no
// length is looked at.
// Source: gptme@d27f98d3a llm/llm_openai.py, llm_anthropic.py (2026-08-22), read.
func (t *GptmeTool) WireName() journey.Wire {
	if len(t.BlockTypes) > 0 {
		return journey.Wire(t.BlockTypes[0])
	}
	return journey.Wire(t.Name)
}

// GptmeLookup returns which of the loaded tools each name reaches: first the
// registered names, then the block types; in both the first tool in load order
// has it. Case counts.
// Source: gptme@d27f98d3a gptme/tools/__init__.py (2026-08-22), run.
func GptmeLookup(loaded []GptmeTool) map[string]int {
	index := make(map[string]int, len(loaded))
	add := func(name string, i int) {
		if _, ok := index[name]; !ok {
			index[name] = i
		}
	}
	for i := range loaded {
		add(string(loaded[i].Name), i)
	}
	for i := range loaded {
		for _, b := range loaded[i].BlockTypes {
			add(b, i)
		}
	}
	return index
}

// GptmeUnavailable is the text for a name that reaches nothing, or a tool that
// cannot run, in a call that has an id.
func GptmeUnavailable(name string) string {
	return gptmeWordings[0].before + name + gptmeWordings[0].after
}

// GptmeValid reports whether a name may stand in a request as it is: 1 to 64 of
// A-Z a-z 0-9 _ -. The length is our reading; gptme's own is not known.
func GptmeValid(name string) bool { return fitsWordDash(name, gptmeLimit) }

// GptmeAliases returns the names under which the loaded tools travel after the
// fix. Valid names travel as they are and are reserved first, registered names
// and block types alike. All others get an alias: the registered name with
// every code point outside A-Z a-z 0-9 _ - replaced by _, cut to 55, then _ and
// the first 8 hex digits of the SHA-256 of the registered name; an empty one
// has the stem "tool". An alias that is taken is made again of the name, NUL
// and 1, 2, ... Aliases are given in the order of the names, so that the order
// of the tools does not matter; one registered name has one alias.
//
// The seed that describes the fix (PR 4265, 2026-11-29) says: sanitised stem,
// hash, bounded, valid names first, retried with another hash input. The hash,
// its digits, the bound, the character and the separator are not known: SHA-256,
// 8 digits, 64 and _ are our choice.
func GptmeAliases(loaded []GptmeTool, reserved []journey.Wire) []journey.Wire {
	used := make(map[journey.Wire]bool, len(loaded))
	for _, r := range reserved {
		used[r] = true
	}
	wires := make([]journey.Wire, len(loaded))
	var need []int
	for i := range loaded {
		t := &loaded[i]
		wires[i] = t.WireName()
		used[journey.Wire(t.Name)] = true
		for _, b := range t.BlockTypes {
			used[journey.Wire(b)] = true
		}
		if !GptmeValid(string(wires[i])) {
			need = append(need, i)
		}
	}
	slices.SortStableFunc(need, func(a, b int) int {
		switch {
		case loaded[a].Name < loaded[b].Name:
			return -1
		case loaded[a].Name > loaded[b].Name:
			return 1
		}
		return 0
	})
	for k, i := range need {
		if k > 0 && loaded[need[k-1]].Name == loaded[i].Name {
			wires[i] = wires[need[k-1]]
			continue
		}
		wires[i] = gptmeAlias(string(loaded[i].Name), used)
		used[wires[i]] = true
	}
	return wires
}

func gptmeAlias(name string, used map[journey.Wire]bool) journey.Wire {
	stem := cutUnits(fold(name, &wordDash, codePoints), gptmeStem, codePoints)
	if stem == "" {
		stem = "tool"
	}
	input := name
	for try := 1; ; try++ {
		sum := sha256.Sum256([]byte(input))
		alias := journey.Wire(stem + "_" + hex.EncodeToString(sum[:4]))
		if !used[alias] {
			return alias
		}
		input = name + "\x00" + strconv.Itoa(try)
	}
}

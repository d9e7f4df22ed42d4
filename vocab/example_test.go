package vocab_test

import (
	"fmt"

	"hopscope/vocab"
)

// A name from another vocabulary: who says it, and what it means there.
func ExampleLookup() {
	for _, hit := range vocab.Lookup("bash_tool") {
		fmt.Println(hit.Client, hit.Name, hit.Capability)
	}
	fmt.Println(vocab.Builtin().Cell("claude-code", "shell")[0].Name)
	// Output:
	// claude-ai bash_tool shell
	// Bash
}

// A name that the client has, but perhaps not yet.
func ExampleHas() {
	p := vocab.Has("claude-code", "2.0.37", "AskUserQuestion")
	fmt.Println(p.Answer, p.Known, p.Why)
	// Output: unknown true came between 2.0.0 and 2.0.60
}

func ExampleNearest() {
	for _, n := range vocab.Nearest("read_fil", []string{"write_file", "read_file", "grep"}, 2) {
		fmt.Println(n.Name, n.Distance)
	}
	// Output:
	// read_file 1
	// write_file 5
}

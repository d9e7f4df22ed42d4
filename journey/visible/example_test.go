package visible_test

import (
	"fmt"

	"hopscope/journey/visible"
)

func Example() {
	name := "re\u200bad\u202e\x1b[2J"
	fmt.Println(visible.Name(name))
	fmt.Println(visible.HTML(name))
	fmt.Println(visible.JSONString(name))
	fmt.Println(visible.Middle("mcp__docs__open_document", 12))
	// Output:
	// re<U+200B>ad<U+202E>\x1b[2J
	// re&lt;U+200B&gt;ad&lt;U+202E&gt;\x1b[2J
	// "re\u200bad\u202e\u001b[2J"
	// mcp__doc…ent
}

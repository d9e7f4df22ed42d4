// Hopscope is a terminal workbench for inspecting tool-name journeys: it shows
// every tool's name at every hop between an agent, a provider and the
// dispatch, which hop broke it, and what would fix it.
package main

import (
	"os"

	"hopscope/tui/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

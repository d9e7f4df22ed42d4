package tui

import (
	"strings"
	"testing"
)

// A recording in which nothing was called, because the provider refused the
// request, says so on its first screen.
func TestOnlyARefusedRequest(t *testing.T) {
	d := openCase(t, `{"client":"any","catalog":[],"calls":[{"call":null,"error":"400 Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."}]}`, Options{})
	screen := d.screen()
	for _, want := range []string{"0 calls  1 request refused", "The provider refused 1 request", "1 request was refused, no tool was called; i says why."} {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen does not say %q:\n%s", want, screen)
		}
	}
}

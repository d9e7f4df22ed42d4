package diagnose

import (
	"strings"
	"testing"
	"time"

	"hopscope/journey"
)

// Names of any length and shape are judged in reasonable time.
func TestHostileNamesAreQuick(t *testing.T) {
	const n = 30_000
	catalog := []Entry{{Name: "read"}, {Name: "mcp__a__b"}, {Name: strings.Repeat("x_", 60) + "y"}}
	for name, echo := range map[string]string{
		"letters": strings.Repeat("a", n), "slashes": strings.Repeat("/", n), "brackets": strings.Repeat("(", n),
		"segments": strings.Repeat("a_", n/2), "blanks": strings.Repeat(" ", n), "names": strings.Repeat("read", n/4),
		"dots": strings.Repeat("read.", n/5), "marks": strings.Repeat("read<", n/5), "digits": "read" + strings.Repeat("1", n),
		"functions": strings.Repeat("functions.", n/10), "invalid": strings.Repeat("\xff", n), "capitals": strings.Repeat("aB", n/2),
	} {
		for _, text := range []string{"unknown tool: " + echo, echo, "Available tools: " + strings.Repeat("a, ", n/3)} {
			st := &Situation{Catalog: catalog, Past: Past{RefusedOrder: []string{echo}}}
			e := Event{Called: journey.Called{Name: journey.Echo(echo)}, Class: journey.ClassUnknownTool, Error: text, Args: text}
			r := Event{NoCall: true, Error: text}
			from := time.Now()
			st.Judge(&e)
			st.Judge(&r)
			if d := time.Since(from); d > 2*time.Second {
				t.Errorf("%s: judging took %s", name, d)
			}
		}
	}
}

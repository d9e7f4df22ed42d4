package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"hopscope/journey/report"
	"hopscope/tui"
)

// exportCase makes a redacted case of all calls of a file, for the workbench:
// it shows what was removed and asks before it is written.
func (a *app) exportCase(ctx context.Context, path string) (tui.Exported, error) {
	one := &app{in: a.in, out: &bytes.Buffer{}, err: &bytes.Buffer{}, env: a.env}
	one.flags.showSecrets = true // a secret must be known to be searched for
	l, err := one.load(ctx, []string{path})
	if err != nil {
		return tui.Exported{}, err
	}
	defer l.Close()
	if !l.recording() {
		return tui.Exported{}, fmt.Errorf("export %s: no calls were read", path)
	}
	made, err := one.makeBundle(ctx, l, true)
	if err != nil {
		return tui.Exported{}, err
	}
	v := one.bundleValue(l, made)
	var text bytes.Buffer
	if err := report.BundleText(&text, v); err != nil {
		return tui.Exported{}, err
	}
	return tui.Exported{Data: made.data, Report: strings.Split(strings.TrimSpace(text.String()), "\n"), Leaks: len(v.Verify.Leaks)}, nil
}

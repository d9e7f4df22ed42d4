package format

import (
	"testing"
	"time"
)

func TestMillis(t *testing.T) {
	for _, text := range []string{
		"1970-01-01T00:00:00.000Z", "2026-11-29T20:25:30.123Z", "2024-02-29T23:59:59.999Z", "2000-03-01T00:00:00.001Z",
		"1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z", "2100-02-28T12:00:00.000Z", "2025-12-16T00:00:03.2Z",
		"2026-01-01T00:00:00Z", "2026-01-01T02:00:00.5+02:00", "9999-12-31T23:59:59.999Z",
	} {
		want, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := millis([]byte(`"` + text + `"`)); got != want.UnixMilli() {
			t.Errorf("millis(%q) = %d, want %d", text, got, want.UnixMilli())
		}
	}
	for _, text := range []string{"2025-02-29T00:00:00.000Z", "2025-13-01T00:00:00.000Z", "2025-00-01T00:00:00.000Z", "2025-04-31T00:00:00.000Z",
		"2025-01-01T24:00:00.000Z", "2025-01-01 00:00:00.000Z", "2025-01-0xT00:00:00.000Z", "[trimmed for fixture]", "", "now"} {
		if got := millis([]byte(`"` + text + `"`)); got != 0 {
			t.Errorf("millis(%q) = %d, want 0", text, got)
		}
	}
}

func FuzzMillis(f *testing.F) {
	f.Add("2026-11-29T20:25:30.123Z")
	f.Fuzz(func(t *testing.T, text string) {
		want := int64(0)
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil && len(text) >= 20 && len(text) <= 62 {
			want = at.UnixMilli()
		}
		if got := millis([]byte(`"` + text + `"`)); got != want {
			t.Errorf("millis(%q) = %d, want %d", text, got, want)
		}
	})
}

func TestWeakID(t *testing.T) {
	for id, want := range map[string]bool{
		"call_1": true, "call_0": true, "Bash_0": true, "t1": true, "read_file__call_12": true, "functions.Read:0": true, "1": true,
		"toolu_01AbCdEfGh": false, "call_abcdefghijklmnopqrstuvwx": false, "call_a1b2c3": false, "0199c1f0-0000-7000-8000-000000000001": false, "chatcmpl-tool-9f8e7d": false,
	} {
		if got := weakID(id); got != want {
			t.Errorf("weakID(%q) = %v, want %v", id, got, want)
		}
	}
}

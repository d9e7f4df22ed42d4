package bundle

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"hopscope/sessions/casefile"
)

// secretKey is joined here, so that no text of the repository looks like a key.
var secretKey = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

func parsed(t *testing.T, text string) *casefile.Case {
	t.Helper()
	c, problems, err := casefile.Parse([]byte(text))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return c
}

const small = `{"schema": "hopscope.case/1", "client": "claude-code", "cwd": "/home/janedoe/src", "catalog": ["Bash", "janedoe"], "odd": {"x": "KEY"},
"calls": [{"call": "Bash", "id": "toolu_1", "args": {"command": "echo KEY", "n": 42, "on": true, "/home/janedoe/x": [1, 2, 3, 4, "y"]}, "result": "KEY of janedoe"},
{"call": "bash", "id": "toolu_2", "args": "free KEY text", "error": "No such tool available: bash, said janedoe@acme-mail.io with word-4711-secret"},
{"call": "Edit", "args": {"command": "str_replace", "password": "word-4711-secret"}, "error": "x"}], "edits": [{"a": "KEY"}]}`

func TestMake(t *testing.T) {
	b := Make(parsed(t, strings.ReplaceAll(small, "KEY", secretKey)))
	text := string(casefile.Write(b.Case))
	for _, want := range []string{
		`"cwd": "<home>/src"`, `"catalog": ["Bash", "janedoe"]`, `"args": {"command": "<45 bytes>", "n": 0, "on": false, "<15 bytes>": [0, 0, 0]}`,
		`"result": "<51 bytes>"`, `"args": "<50 bytes>"`, `No such tool available: bash, said <email> with <password>`, `"command": "str_replace"`, `"id": "toolu_2"`, `"args_size":`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, not := range []string{secretKey, "4711", "odd", "edits", "/home/"} {
		if strings.Contains(text, not) {
			t.Errorf("%s stands in\n%s", not, text)
		}
	}
	if leaks, n := b.Verify([]byte(text)); len(leaks) > 0 || n < 4 {
		t.Errorf("Verify = %v of %d secrets, want none of at least 4", leaks, n)
	}
	if again := Make(b.Case); len(again.Masked) > 0 {
		t.Errorf("bundled again: masked %v", again.Masked)
	}
}

// Verify finds a secret in every form in which it can stand in a file.
func TestVerifyForms(t *testing.T) {
	b := Make(parsed(t, strings.ReplaceAll(small, "KEY", secretKey)))
	for form, text := range map[string]string{
		formPlain:   "x " + secretKey + " y",
		formBase64:  base64.StdEncoding.EncodeToString([]byte("ab" + secretKey + "c")),
		formPercent: url.QueryEscape("/home/janedoe"),
		formCase:    strings.ToUpper(secretKey),
	} {
		data, err := json.Marshal(map[string]any{"calls": []any{map[string]string{"error": text}}})
		if err != nil {
			t.Fatal(err)
		}
		leaks, _ := b.Verify(data)
		ok := false
		for _, l := range leaks {
			ok = ok || l.Form == form && l.Where == "calls[0].error"
		}
		if !ok {
			t.Errorf("%s: Verify(%s) = %v", form, data, leaks)
		}
	}
	if leaks, _ := b.Verify([]byte(`{"calls": [{"error": "` + "word-4711-secret" + `"}]}`)); len(leaks) == 0 {
		t.Error("a password without a form of its own is not found again")
	}
}

// What the rules find in a file that somebody else made.
func TestInspect(t *testing.T) {
	for text, want := range map[string]int{
		`{"calls": [{"call": "read", "error": "No such tool available: read"}]}`:         0,
		`{"calls": [{"call": "git.acme.corp", "error": "x"}]}`:                           0,
		`{"calls": [{"call": "x", "error": "at git.acme.corp"}]}`:                        1,
		`{"notes": ["` + secretKey + `"]}`:                                               1,
		`{"notes": ["` + base64.RawURLEncoding.EncodeToString([]byte(secretKey)) + `"]}`: 1,
		`{"notes": ["%2Fhome%2Fjanedoe%2Fx"]}`:                                           1,
		`{"` + secretKey + `": 1}`:                                                       1,
		`not JSON ` + secretKey:                                                          1,
	} {
		if got := Inspect([]byte(text)); (len(got) > 0) != (want > 0) {
			t.Errorf("Inspect(%s) = %v, want %d", text, got, want)
		}
	}
}

func FuzzMake(f *testing.F) {
	f.Add(strings.ReplaceAll(small, "KEY", secretKey))
	f.Add(`{"catalog":[{"name":"a","schema":{"type":"object","properties":{"x":{"type":"string"}}}}],"calls":[{"call":"a","args":[[[{}]]]}],"capture":{"tools":[{"name":"a","parameters":{}}],"deltas":[{"arguments":"{\"pa"},"x"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, _, err := casefile.Parse([]byte(text))
		if err != nil {
			return
		}
		b := Make(Trim(c))
		out := casefile.Write(b.Case)
		if _, _, err := casefile.Parse(out); err != nil {
			t.Errorf("the bundle of %q cannot be read: %v\n%s", text, err, out)
		}
	})
}

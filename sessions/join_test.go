package sessions

import (
	"fmt"
	"strings"
	"testing"
)

// said is a line of Claude Code with one call, in a session of its own, and
// its answer.
func said(session string, n int, id, name string, second int) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":%q,"uuid":"%s-%d","timestamp":"2026-10-01T12:00:%02d.000Z","version":"2.0.37","message":{"id":"%s-m%d","role":"assistant","content":[{"type":"tool_use","id":%q,"name":%q,"input":{"n":%d}}]}}`+"\n"+
		`{"type":"user","sessionId":%q,"uuid":"%s-r%d","timestamp":"2026-10-01T12:00:%02d.500Z","version":"2.0.37","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"ok"}]}}`+"\n",
		session, session, n, second, session, n, id, name, n, session, session, n, second, id)
}

// spokenCall is a call of a capture.
type spokenCall struct{ id, name, args string }

// requests are the exchanges of one conversation: each has the calls before it
// as history. first are the user's words, more further members of the request.
func requests(first, more, agent string, calls ...spokenCall) []string {
	history := `{"role":"user","content":"` + first + `"}`
	var list []string
	for _, c := range calls {
		call := fmt.Sprintf(`{"role":"assistant","tool_calls":[{"id":%q,"type":"function","function":{"name":%q,"arguments":%q}}]}`, c.id, c.name, c.args)
		list = append(list, `{"url":"https://x.example/v1/chat/completions","headers":{"user-agent":"`+agent+`"},"request":{"model":"m"`+more+`,"messages":[`+history+
			`],"tools":[{"type":"function","function":{"name":"Read","parameters":{}}}]},"response":{"choices":[{"index":0,"message":`+call+`}]},"status":200}`+"\n")
		history += "," + call + fmt.Sprintf(`,{"role":"tool","tool_call_id":%q,"content":"ok"}`, c.id)
	}
	return list
}

// TestJoinSessions joins a capture with the right one of two sessions that
// have the same call ids: rows are counted from 0 over both files.
func TestJoinSessions(t *testing.T) {
	a := said("aaaaaaaa-1", 1, "call_1", "Read", 1) + said("aaaaaaaa-1", 2, "call_2", "Bash", 2)
	b := said("bbbbbbbb-2", 1, "call_1", "Read", 30) + said("bbbbbbbb-2", 2, "call_2", "Grep", 31)
	read, bash, grep := spokenCall{"call_1", "Read", `{"n":1}`}, spokenCall{"call_2", "Bash", `{"n":2}`}, spokenCall{"call_2", "Grep", `{"n":2}`}
	turned := func(first, second []string) string {
		var all string
		for i := range first {
			all += first[i]
			if i < len(second) {
				all += second[i]
			}
		}
		return all
	}
	for name, test := range map[string]struct {
		capture string
		seen    string // rows that the capture saw
		calls   int
		problem string
	}{
		"the later call decides":     {strings.Join(requests("go", "", "x", read, grep), ""), "2 3", 4, ""},
		"the first session":          {strings.Join(requests("go", "", "x", read, bash), ""), "0 1", 4, ""},
		"both, one after another":    {strings.Join(requests("go", "", "x", read, bash), "") + strings.Join(requests("come", "", "x", read, grep), ""), "0 1 2 3", 4, ""},
		"both, in turn":              {turned(requests("go", "", "x", read, bash), requests("come", "", "x", read, grep)), "0 1 2 3", 4, ""},
		"nothing tells":              {strings.Join(requests("go", "", "x", read), ""), "", 5, "have the same ids and names"},
		"the request names it":       {strings.Join(requests("go", `,"prompt_cache_key":"bbbbbbbb-2"`, "x", read), ""), "2", 4, ""},
		"metadata names it":          {strings.Join(requests("go", `,"metadata":{"user_id":"user_1_session_aaaaaaaa-1"}`, "x", read), ""), "0", 4, ""},
		"another client":             {strings.Join(requests("go", "", "QwenCode/0.15.10", read, bash), ""), "", 6, "the capture is of qwen-code"},
		"another tool under the ids": {strings.Join(requests("go", "", "x", spokenCall{"call_1", "fetch", "{}"}), ""), "", 5, `different calls under the id "call_1"`},
		"then another tool": {strings.Join(requests("go", "", "x", read, bash, spokenCall{"call_1", "Read", `{"n":1}`}), "") +
			strings.Join(requests("go", "", "x", read, bash, spokenCall{"call_3", "Read", `{"n":3}`}), ""), "0 1", 5, ""},
	} {
		t.Run(name, func(t *testing.T) {
			paths := []string{write(t, "a.jsonl", []byte(a)), write(t, "b.jsonl", []byte(b)), write(t, "c.jsonl", []byte(test.capture))}
			s := load(t, Options{Paths: paths}).Session
			var seen []string
			for row := range min(4, len(s.Rows)) {
				if s.Call(row).Extra.Seen != nil {
					seen = append(seen, fmt.Sprint(row))
				}
			}
			if got := strings.Join(seen, " "); got != test.seen || s.Tally.Calls != test.calls {
				t.Errorf("seen %q of %d calls, want %q of %d", got, s.Tally.Calls, test.seen, test.calls)
			}
			if test.problem == "" && s.ProblemCount > 0 || test.problem != "" && (s.ProblemCount != 1 || !strings.Contains(s.Problems[0].What, test.problem)) {
				t.Errorf("problems %+v, want one with %q", s.Problems, test.problem)
			}
		})
	}
}

// TestJoinBorrowedPrompt: a client may send the system prompt of another one;
// ids like no other count more.
func TestJoinBorrowedPrompt(t *testing.T) {
	recording := said("aaaaaaaa-1", 1, "toolu_01Ab9Cd8", "Read", 1)
	capture := requests("go", `,"system":"You are Qwen Code, an agent"`, "x", spokenCall{"toolu_01Ab9Cd8", "Read", `{"n":1}`})[0]
	s := load(t, Options{Paths: []string{write(t, "a.jsonl", []byte(recording)), write(t, "c.jsonl", []byte(capture))}}).Session
	if s.Tally.Calls != 1 || s.Call(0).Extra.Seen == nil {
		t.Errorf("%d calls, want the one joined; problems %+v", s.Tally.Calls, s.Problems)
	}
	weak := strings.ReplaceAll(recording, "toolu_01Ab9Cd8", "call_1")
	capture = strings.ReplaceAll(capture, "toolu_01Ab9Cd8", "call_1")
	s = load(t, Options{Paths: []string{write(t, "a.jsonl", []byte(weak)), write(t, "c.jsonl", []byte(capture))}}).Session
	if s.Tally.Calls != 2 || s.ProblemCount != 1 {
		t.Errorf("%d calls, %d problems, want two and one", s.Tally.Calls, s.ProblemCount)
	}
}

// TestJoinTime takes the session of the same minute where ids and names are
// alike.
func TestJoinTime(t *testing.T) {
	a := said("aaaaaaaa-1", 1, "call_1", "Read", 1)
	b := strings.ReplaceAll(said("bbbbbbbb-2", 1, "call_1", "Read", 1), "T12:", "T15:")
	capture := strings.Replace(requests("go", "", "x", spokenCall{"call_1", "Read", `{"n":1}`})[0], "{", `{"timestamp":"2026-10-01T15:00:00Z",`, 1)
	s := load(t, Options{Paths: []string{write(t, "a.jsonl", []byte(a)), write(t, "b.jsonl", []byte(b)), write(t, "c.jsonl", []byte(capture))}}).Session
	if s.Tally.Calls != 2 || s.Call(0).Extra.Seen != nil || s.Call(1).Extra.Seen == nil || s.ProblemCount > 0 {
		t.Errorf("%d calls, seen %v %v, problems %+v; want the second one seen", s.Tally.Calls, s.Call(0).Extra.Seen, s.Call(1).Extra.Seen, s.Problems)
	}
}

// TestCaptureOfTwo counts the calls of two conversations that have the same
// ids, without a recording.
func TestCaptureOfTwo(t *testing.T) {
	read, bash := spokenCall{"call_1", "Read", `{"n":1}`}, spokenCall{"call_1", "Bash", `{"n":1}`}
	for name, capture := range map[string]string{
		"other calls":     strings.Join(requests("go", "", "x", read, spokenCall{"call_2", "Read", "{}"}), "") + strings.Join(requests("come", "", "x", bash, spokenCall{"call_2", "Bash", "{}"}), ""),
		"the same calls":  strings.Join(requests("go", "", "x", read, bash), "") + strings.Join(requests("come", "", "x", read, bash), ""),
		"other arguments": strings.Join(requests("go", "", "x", read), "") + strings.Join(requests("come", "", "x", spokenCall{"call_1", "Read", `{"n":7}`}, spokenCall{"call_2", "Read", `{}`}, spokenCall{"call_3", "Read", `{}`}), ""),
	} {
		s := load(t, Options{Paths: []string{write(t, "c.jsonl", []byte(capture))}}).Session
		want := 4
		if name == "the same calls" {
			want = 2 // call_1 comes again in its own conversation
		}
		if s.Tally.Calls != want {
			t.Errorf("%s: %d calls, want %d", name, s.Tally.Calls, want)
		}
	}
}

package format

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"hopscope/sessions/walk"
)

func TestYAMLJSON(t *testing.T) {
	for in, want := range map[string]string{
		"- a: 1\n  b: [x, 'y', null, true, 1.5]\n": `[{"a":1,"b":["x","y",null,true,1.5]}]`,
		"- a: |-\n    x\n    y\n":                  `[{"a":"x\ny"}]`,
		"- a: !!binary |\n    aGk=\n":              `[{"a":{"!!binary":"aGk="}}]`,
		"- a: &x [1]\n  b: *x\n  c: *gone\n":       `[{"a":[1],"b":[1],"c":null}]`,
		"- z: 1\n  a: 2\n":                         `[{"z":1,"a":2}]`,
		"- 1: a\n":                                 `[{"1":"a"}]`,
		"- a: .inf\n":                              `[{"a":null}]`,
	} {
		got, err := yamlJSON([]byte(in))
		if err != nil || string(got) != want {
			t.Errorf("yamlJSON(%q) = %s, %v, want %s", in, got, err, want)
		}
	}
	bomb := "- a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for _, c := range "bcdefghi" {
		bomb += "  " + string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 10) + "]\n"
	}
	for what, in := range map[string]string{
		"no YAML": "- a: [", "aliases of aliases": bomb, "brackets": "- " + strings.Repeat("[", 200_000), "dashes": strings.Repeat("- ", 200_000),
		"binary": "- a: !!binary '@@'", "empty": "",
	} {
		if got, err := yamlJSON([]byte(in)); err == nil {
			t.Errorf("%s: yamlJSON = %.60s, want an error", what, got)
		}
	}
}

// event makes one message of a binary event stream; its sums are not looked at.
func event(kind, payload string) []byte {
	head := append([]byte{11}, ":event-type\x07"...)
	head = append(binary.BigEndian.AppendUint16(head, uint16(len(kind))), kind...)
	b := binary.BigEndian.AppendUint32(nil, uint32(16+len(head)+len(payload)))
	b = binary.BigEndian.AppendUint32(b, uint32(len(head)))
	b = append(append(append(b, 0, 0, 0, 0), head...), payload...)
	return append(b, 0, 0, 0, 0)
}

func TestUnpacked(t *testing.T) {
	var zipped, zst bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte("text"))
	z.Close()
	w, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("text"))
	w.Close()
	const body = `{"choices":[{"message":{"role":"assistant","content":"größer"}}]}`
	var br bytes.Buffer
	bw := brotli.NewWriter(&br)
	if _, err := bw.Write([]byte(body)); err != nil || bw.Close() != nil {
		t.Fatal("brotli")
	}
	stream := append(event("messageStart", `{"role":"assistant"}`), event("contentBlockStart", `{"start":{"toolUse":{"name":"read","toolUseId":"t"}}}`)...)
	for what, test := range map[string]struct {
		in   []byte
		want string
	}{
		"plain": {[]byte("text"), "text"}, "gzip": {zipped.Bytes(), "text"}, "zstd": {zst.Bytes(), "text"}, "brotli": {br.Bytes(), body}, "latin-1": {[]byte("caf\xe9 au lait"), "caf\xe9 au lait"},
		"byte order mark": {[]byte("\ufefftext"), "text"},
		"event stream":    {stream, `{"messageStart":{"role":"assistant"}}` + "\n" + `{"contentBlockStart":{"start":{"toolUse":{"name":"read","toolUseId":"t"}}}}` + "\n"},
		"cut stream":      {stream[:len(stream)-1], `{"messageStart":{"role":"assistant"}}` + "\n"},
	} {
		got, err := unpacked(test.in)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: unpacked = %q, %v, want %q", what, got, err, test.want)
		}
	}
	if _, err := unpacked(zipped.Bytes()[:12]); err == nil {
		t.Error("cut gzip: no error")
	}
}

func TestCaptureDetection(t *testing.T) {
	pair := `{"url":"https://api.openai.com/v1/chat/completions","request":{"model":"m","messages":[{"role":"user","content":"x"}]},"response":{}}`
	for _, test := range []struct{ in, want string }{
		{`{"log":{"version":"1.2","entries":[]}}`, "har"},
		{"\ufeff{ \"log\" : {\n\"creator\": {}}}", "har"},
		{`{"log":"text"}`, ""},
		{"interactions:\n- request:\n    uri: x\n", "vcr-cassette"},
		{"version: 1\ninteractions:\n- request:\n    uri: x\n", "vcr-cassette"},
		{"names:\n- interactions\n", ""},
		{`{"version":1,"interactions":[{"request":{}}]}`, "vcr-json"},
		{"{\n \"resourceSpans\": []}", "otlp-json"},
		{`[{"resourceLogs":[]}]`, "otlp-json"},
		{pair, "pairs-jsonl"},
		{`{"custom_id":"a","response":{"status_code":400,"body":{"error":{"message":"x"}}}}`, "pairs-jsonl"},
		{`{"custom_id":"a","result":{"type":"errored","error":{"type":"error","error":{"message":"x"}}}}`, "pairs-jsonl"},
		{`{"custom_id":"a","result":{"type":"expired"}}`, ""},
		{`{"request":"what","response":"that"}`, ""},
		{`{"name":"a","body":"b"}`, ""},
	} {
		h := NewHead([]byte(test.in), true)
		got := ""
		for _, f := range All() {
			if f.Info().Capture && f.Detect(h) {
				got = f.Info().ID
				break
			}
		}
		if got != test.want {
			t.Errorf("Detect(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestPairSpellings(t *testing.T) {
	body := `{"model":"m","messages":[]}`
	quoted, _ := json.Marshal(body)
	packed := `"` + base64.StdEncoding.EncodeToString([]byte(body)) + `"`
	for _, line := range []string{
		`{"request":{"url":"/v1/chat/completions","body":` + body + `},"response":{"status_code":200,"body":{}}}`,
		`{"url":"/v1/chat/completions","request_body":` + string(quoted) + `,"response_body":{},"status":200}`,
		`{"url":"/v1/chat/completions","requestBody":` + body + `,"responseBody":{},"statusCode":200}`,
		`{"url":"/v1/chat/completions","request":` + body + `,"response":{"status":200}}`,
		`{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":` + body + `,"status":200}`,
		`{"url":"/v1/chat/completions","request_body":` + packed + `,"response_status":200}`,
	} {
		list, err := newPairWalker().take([]byte(line))
		if err != nil || len(list) != 1 {
			t.Errorf("take(%s) = %v, %v", line, list, err)
			continue
		}
		if x := list[0]; string(x.request) != body || x.url != "/v1/chat/completions" || x.status != 200 {
			t.Errorf("take(%s): request %s, URL %s, status %d", line, x.request, x.url, x.status)
		}
	}
}

// TestGatewayRow reads a row that keeps the parts of a request apart.
func TestGatewayRow(t *testing.T) {
	tools := `[{"type":"function","function":{"name":"read","parameters":{}}}]`
	row := `{"id":"c1","call_type":"acompletion","model":"m","messages":[{"role":"user","content":"a"}],` +
		`"model_parameters":{"temperature":1,"tools":` + tools + `},"response":{"choices":[]},"startTime":1.5,"status":"success"}`
	if !pairsDetect(NewHead([]byte(row+"\n"), true)) {
		t.Error("the row is not detected")
	}
	list, err := newPairWalker().take([]byte(row))
	if err != nil || len(list) != 1 {
		t.Fatalf("take = %v, %v", list, err)
	}
	want := `{"messages":[{"role":"user","content":"a"}],"model":"m","tools":` + tools + `}`
	if got := string(list[0].request); got != want || string(list[0].response) != `{"choices":[]}` || list[0].time != 1500 {
		t.Errorf("request %s, want %s; answer %s at %d", got, want, list[0].response, list[0].time)
	}
	for _, other := range []string{`{"messages":[],"model":"m"}`, `{"messages":{},"response":{}}`, `{"response":{}}`} {
		p, err := newPairWalker().walk([]byte(other))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.gatewayRow(); got != nil {
			t.Errorf("gatewayRow(%s) = %s, want none", other, got)
		}
	}
}

func TestClientOf(t *testing.T) {
	for in, want := range map[string][2]string{
		"claude-cli/2.0.37 (external, cli)":     {"claude-code", "2.0.37"},
		"codex_exec/0.171.0 (Debian; x86_64) x": {"codex", "0.171.0"},
		"opencode/1.18.33 ai-sdk/x":             {"opencode", "1.18.33"},
		"OpenAI/Python 1.31.1":                  {"", ""},
		"":                                      {"", ""},
	} {
		if m := clientOf(in); m.Client != want[0] || m.Version != want[1] {
			t.Errorf("clientOf(%q) = %q %q, want %q", in, m.Client, m.Version, want)
		}
	}
}

// FuzzCaptures reads anything as a record of every capture: no panic, and each
// call that is found is found again.
func FuzzCaptures(f *testing.F) {
	for _, s := range []string{
		`{"request":{"url":"/v1/messages","postData":{"text":"{}"}},"response":{"status":200,"content":{"text":"","encoding":"base64"}}}`,
		"- request:\n    uri: /v1/messages\n    body: '{}'\n", `{"resourceSpans":[]}`,
		`{"url":"/v1/chat/completions","request":{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"a","arguments":"{}"}}]},{"role":"tool","content":"x"}]},"response":{}}`,
		`{"contents":[{"parts":[{"functionCall":{"name":"a"}}]}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, fm := range All() {
			c, ok := fm.(*capture)
			if !ok {
				continue
			}
			n := uint32(0)
			for _, talk := range c.talks(data) {
				for _, list := range [...][]spoken{talk.past, talk.calls} {
					for i := range list {
						n++
						if got, ok := c.Call(data, Place{ID: n, Name: kept(string(list[i].Called.Name))}); !ok || got.ID != list[i].ID {
							t.Fatalf("%s: call %d of %q is not found again", fm.Info().ID, n, data)
						}
					}
				}
			}
		}
		IsBody(data)
		IsAnswer(data)
	})
}

func FuzzYAMLJSON(f *testing.F) {
	f.Add([]byte("- a: &x [1]\n  b: *x\n  c: !!binary |\n    aGk=\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		if out, err := yamlJSON(data); err == nil && !json.Valid(out) {
			t.Fatalf("yamlJSON(%q) = %q, which is no JSON", data, out)
		}
	})
}

func FuzzUnpacked(f *testing.F) {
	f.Add(event("messageStart", `{}`))
	f.Add([]byte{0x1F, 0x8B, 8})
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = unpacked(data) })
}

// TestCutCassette says of every cut of a cassette that it is cut: YAML itself
// does not show it.
func TestCutCassette(t *testing.T) {
	const whole = "interactions:\n- request:\n    method: POST\n    uri: https://api.openai.com/v1/chat/completions\n    body: '{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}'\n" +
		"  response:\n    body:\n      string: '{\"choices\":[]}'\n    headers: {}\n    status:\n      code: 200\n"
	start := strings.Index(whole, "    method")
	for n := start; n < len(whole)-len("\n      code: 200\n"); n++ {
		b := NewBuilder(false)
		c := Cassette().(*capture)
		r := b.Begin(0, "x", "", c)
		read, _ := c.Cutters()
		err := walk.Records(t.Context(), strings.NewReader(whole[:n]), read, r.Worker(), func(part walk.Chunk[*Events]) error { b.Add(part); return nil })
		b.End()
		if got := b.Take(); err != nil || len(got.Problems) == 0 {
			t.Errorf("cut behind %q: no problem, %v", whole[max(n-20, 0):n], err)
		}
	}
}

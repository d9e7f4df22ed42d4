package provider

import (
	"testing"

	"hopscope/journey"
)

// TestOTelStatus reads the span of a tool that failed by its status alone, and
// one that names no operation.
func TestOTelStatus(t *testing.T) {
	const id = `{"key":"gen_ai.tool.name","value":{"stringValue":"deploy"}},{"key":"gen_ai.tool.call.id","value":{"stringValue":"k1"}}`
	for name, c := range map[string]struct {
		span string
		flag journey.ResultFlag
		text string
	}{
		"enum":     {`{"attributes":[` + id + `],"status":{"code":"STATUS_CODE_ERROR","message":"went wrong"}}`, journey.FlagFailed, "went wrong"},
		"number":   {`{"attributes":[` + id + `],"status":{"code":2}}`, journey.FlagFailed, ""},
		"ok":       {`{"attributes":[` + id + `],"status":{"code":1}}`, journey.FlagRan, ""},
		"unset":    {`{"attributes":[` + id + `]}`, journey.FlagRan, ""},
		"word":     {`{"attributes":[` + id + `],"status":{"code":"STATUS_CODE_OK"}}`, journey.FlagRan, ""},
		"by error": {`{"attributes":[` + id + `,{"key":"error.type","value":{"stringValue":"timeout"}}]}`, journey.FlagFailed, "timeout"},
	} {
		body := []byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[` + c.span + `]}]}]}`)
		calls, err := otelCodec{}.ReadExecuted(body)
		if err != nil || len(calls) != 1 || calls[0].ID != "k1" {
			t.Errorf("%s: %+v, %v", name, calls, err)
		}
		results := otelResults(body)
		if len(results) != 1 || results[0].Flag != c.flag || results[0].Text != c.text {
			t.Errorf("%s: %+v", name, results)
		}
	}
}

package provider

import (
	"bytes"
	"encoding/json"
	"strings"

	"hopscope/journey"
)

// arrayOf joins JSON values to an array.
func arrayOf(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

// objectArgs returns arguments as the JSON value of providers that take an
// object: text that is no JSON stands there as a string, none is {}.
func objectArgs(args string) string {
	if strings.TrimSpace(args) == "" {
		return "{}"
	}
	return jsonOr(args)
}

// textArgs returns arguments for providers that take JSON as text, without
// blanks between the values.
func textArgs(args string) string {
	var b bytes.Buffer
	switch {
	case strings.TrimSpace(args) == "":
		return "{}"
	case json.Compact(&b, []byte(args)) == nil:
		return b.String()
	}
	return args
}

// jsonOr returns a text that is JSON as it is and any other text as a string.
func jsonOr(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	return quote(text)
}

// isObject reports whether a text is a JSON object.
func isObject(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), "{") && json.Valid([]byte(text))
}

// flag adds a field that is true or false.
func (o *object) flag(key string, on bool) {
	if on {
		o.raw(key, "true")
		return
	}
	o.raw(key, "false")
}

// one returns an object of one field.
func one(key, value string) string {
	var o object
	o.raw(key, value)
	return o.compact()
}

// schemaOr returns a schema, that of any object where none is known: some
// providers need one.
func schemaOr(schema string) string {
	if json.Valid([]byte(schema)) {
		return schema
	}
	return `{"type":"object"}`
}

// turnsOf are the messages of a request: the user's, then for each past call
// the call and its result.
func turnsOf(e journey.Envelope, user string, past []journey.WireCall) []string {
	turns := []string{user}
	for _, c := range past {
		turns = append(turns, e.Call(c, len(turns)).JSON)
		if answer := e.Result(c, promptWord, len(turns)).JSON; answer != "" {
			turns = append(turns, answer)
		}
	}
	return turns
}

// indentedArray is an array indented by two spaces.
func indentedArray(items []string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(arrayOf(items...)), "", "  ") != nil {
		return arrayOf(items...)
	}
	return escapeUnseen(b.String())
}

// Fields that only some contracts have: what was read in one is not written in
// another that would refuse it.
var (
	serverFields   = []string{"annotations", "outputSchema", "icons", "execution", "_meta"}                                      // MCP
	requestFields  = []string{"type", "format", "strict", "allowed_callers", "input_examples", "cache_control", "defer_loading"} // model providers
	notInAnthropic = append([]string{"type", "format", "response", "responseJsonSchema", "behavior"}, serverFields...)
	notInBedrock   = append([]string{"type", "format", "allowed_callers", "input_examples", "cache_control", "defer_loading"}, serverFields...)
	notInGemini    = append(append([]string{}, requestFields...), serverFields...)
)

package format

import (
	"bytes"
	"encoding/json"

	"hopscope/journey"
	"hopscope/journey/provider"
	"hopscope/sessions/node"
	"hopscope/sessions/walk"
)

// Body returns the format of a single body: a request with calls in its
// history, an answer, or a stream of any provider. A request without calls is
// a catalog.
func Body() Format {
	return &capture{
		info: Info{
			ID: "wire-body", Title: "request or response body", Label: "wire", Capture: true,
			Where: "copied from a log or a debugger",
			Shape: "a request body with calls in its history, an answer or a stream (server-sent events, JSON lines) with a call, of any provider, or a batch of requests in one object (Anthropic's)",
			Notes: captureNotes("a body alone does not say which client sent it"),
		},
		detect: func(*Head) bool { return false }, // a body is judged whole: IsBody
		cutters: func() (read, again walk.Cutter) {
			return walk.CutWhole(), walk.CutWhole()
		},
		exchanges: func(record []byte) ([]exchange, error) {
			list, _ := bodyExchanges(record)
			return list, nil
		},
	}
}

// IsBody reports whether data, a whole input, is a body with a call, or one of
// an answer that has none, or a batch of requests.
func IsBody(data []byte) bool {
	if len(batchRequests(data)) > 0 {
		return true
	}
	list, ok := bodyExchanges(data)
	if !ok {
		return false
	}
	for i := range list {
		if t, ok := list[i].read(); ok && len(t.past)+len(t.calls) > 0 {
			return true
		}
	}
	return false
}

// IsAnswer reports whether data, a whole input, is an answer in which no tool
// is called.
func IsAnswer(data []byte) bool {
	data, err := unpacked(data)
	if err != nil {
		return false
	}
	_, ok := provider.TellQuiet(bytes.TrimSpace(data))
	return ok
}

// bodyExchanges makes an exchange of each body of an input.
func bodyExchanges(data []byte) ([]exchange, bool) {
	data, err := unpacked(data)
	if err != nil {
		return nil, false
	}
	data = bytes.TrimSpace(data)
	if list := batchRequests(data); len(list) > 0 {
		return list, true
	}
	if p, calls := requestOf(data); calls {
		return []exchange{{provider: p, request: data}}, true
	}
	if p, ok := provider.TellAnswer(data); ok {
		return []exchange{{provider: p, response: data}}, true
	}
	if p, ok := provider.TellQuiet(data); ok {
		return []exchange{{provider: p, response: data}}, true
	}
	// Several bodies one after another, as a request and its answer.
	var list []exchange
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			break
		}
		if p, calls := requestOf(raw); calls {
			list = append(list, exchange{provider: p, request: raw})
		} else if p, ok := provider.TellAnswer(raw); ok {
			list = append(list, exchange{provider: p, response: raw})
		}
	}
	return list, len(list) > 0
}

// requestOf reads a request body; calls tells whether its history has some.
func requestOf(data []byte) (p journey.Provider, calls bool) {
	p, ok := provider.Tell("", data)
	if !ok {
		return nil, false
	}
	codec, ok := p.(journey.Codec)
	if !ok {
		return nil, false
	}
	_, past, err := codec.ReadRequest(data)
	return p, err == nil && len(past) > 0
}

// batchRequests takes a batch apart that is one object of requests with
// custom_id and params, as it goes to Anthropic's Message Batches (its
// documentation, read 2026-11-30; not verified on a recording). A batch of
// which no request is one that a provider takes is none.
func batchRequests(data []byte) []exchange {
	list := node.Loose(bytes.TrimPrefix(data, byteOrderMark)).Get("requests")
	if list.First().Get("custom_id").Kind() != node.String {
		return nil
	}
	var batch []exchange
	for v := range list.Elements() {
		if params := v.Get("params"); v.Get("custom_id").Kind() == node.String && params.Kind() == node.Object {
			if _, ok := provider.Tell("", params.Raw()); ok {
				batch = append(batch, exchange{request: params.Raw()})
			}
		}
	}
	return batch
}

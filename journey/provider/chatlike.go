package provider

import (
	"encoding/json"

	"hopscope/journey"
)

// chatLike is a provider that copies the Chat Completions API, and the
// Responses API beside it, with rules and texts of its own.
type chatLike struct {
	*contract
	eitherCodec
	chatShape
	recognise func(text string) (journey.Refusal, bool)
}

// Recognise reads a refusal.
func (c chatLike) Recognise(text string) (journey.Refusal, bool) { return c.recognise(text) }

// eitherCodec reads bodies of the Chat Completions API and of the Responses
// API, whichever they are.
type eitherCodec struct{}

// ReadRequest returns the declared tools and the calls of the history.
func (eitherCodec) ReadRequest(body []byte) (journey.Catalog, []journey.WireCall, error) {
	catalog, calls, err := chatCodec{}.ReadRequest(body)
	var r struct{ Input, Messages json.RawMessage }
	if json.Unmarshal(body, &r) == nil && r.Messages == nil && (err != nil || r.Input != nil) {
		if catalog, calls, other := (responsesCodec{}).ReadRequest(body); other == nil {
			return catalog, calls, nil
		}
	}
	return catalog, calls, err
}

// ReadResponse returns the calls of a whole answer.
func (eitherCodec) ReadResponse(body []byte) ([]journey.WireCall, error) {
	calls, err := chatCodec{}.ReadResponse(body)
	if err == nil {
		return calls, nil
	}
	if calls, other := (responsesCodec{}).ReadResponse(body); other == nil {
		return calls, nil
	}
	return nil, err
}

// ReadStream returns the calls of a streamed answer.
func (eitherCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	return eitherCodec{}.read(body, assembleTold)
}

// ReadStreamAs is ReadStream as an SDK does it.
func (eitherCodec) ReadStreamAs(body []byte, how journey.Assembly) ([]journey.WireCall, error) {
	return eitherCodec{}.read(body, assemblyOf(how))
}

func (eitherCodec) read(body []byte, how assembly) ([]journey.WireCall, error) {
	calls, err := readChatStream(body, how)
	if err == nil {
		return calls, nil
	}
	if calls, other := (responsesCodec{}).ReadStream(body); other == nil {
		return calls, nil
	}
	return nil, err
}

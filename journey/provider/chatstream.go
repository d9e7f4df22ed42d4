package provider

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hopscope/journey"
)

// assembly is how the pieces of a name become one.
type assembly uint8

// A piece that says the whole name again is a repetition and any other is the
// next part (assembleTold: what the stream can have meant), the last piece that
// is not empty stays, or all are joined.
const (
	assembleTold assembly = iota
	assembleAssign
	assembleAppend
)

func assemblyOf(how journey.Assembly) assembly {
	if how == journey.AssembleAppend {
		return assembleAppend
	}
	return assembleAssign
}

// chatPieces puts the calls of a chat stream together. The contract says
// nothing about how often a name comes, nor that it comes before the first
// piece of the arguments: it was seen repeated in every chunk, split, and late.
type chatPieces struct {
	how   assembly
	calls []journey.WireCall
	// place of a call by choice and index; newest call of a choice.
	place  map[[2]int]int
	newest map[int]int
}

// ReadStream returns the calls of a streamed answer.
func (chatCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	return readChatStream(body, assembleTold)
}

// ReadStreamAs is ReadStream as an SDK does it.
func (chatCodec) ReadStreamAs(body []byte, how journey.Assembly) ([]journey.WireCall, error) {
	return readChatStream(body, assemblyOf(how))
}

func readChatStream(body []byte, how assembly) ([]journey.WireCall, error) {
	p := chatPieces{how: how, place: map[[2]int]int{}, newest: map[int]int{}}
	seen := false
	for event := range events(body) {
		var chunk struct {
			Choices []struct {
				Index int
				Delta chatMessage
			}
		}
		if json.Unmarshal(event, &chunk) != nil || chunk.Choices == nil {
			continue
		}
		seen = true
		for i := range chunk.Choices {
			c := &chunk.Choices[i]
			p.message(c.Index, &c.Delta, "choices["+strconv.Itoa(i)+"].delta")
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: no chunk with choices: %w", errNotChat)
	}
	return p.calls, nil
}

// message joins the pieces of one message that stands at path.
func (p *chatPieces) message(choice int, m *chatMessage, path string) {
	for k, raw := range m.ToolCalls {
		var c chatCall
		if json.Unmarshal(raw, &c) == nil {
			p.add(choice, &c, path+".tool_calls["+strconv.Itoa(k)+"]")
		}
	}
	if f := m.FunctionCall; f != nil {
		p.join(p.at(choice, -1), f.call(journey.KindFunction, path+".function_call.name"))
	}
}

// add joins one piece to its call. A piece without an index belongs to the
// newest call of its choice, unless it has an id that is not that call's.
func (p *chatPieces) add(choice int, c *chatCall, path string) {
	piece := c.call(path)
	if c.Index != nil {
		p.join(p.at(choice, *c.Index), piece)
		return
	}
	i, any := p.newest[choice]
	if !any || piece.ID != "" && p.calls[i].ID != piece.ID {
		i = p.at(choice, -2-len(p.calls))
	}
	p.join(i, piece)
}

// at returns the place of a call, a new one if need be.
func (p *chatPieces) at(choice, index int) int {
	key := [2]int{choice, index}
	i, ok := p.place[key]
	if !ok {
		i = len(p.calls)
		p.place[key] = i
		p.calls = append(p.calls, journey.WireCall{Nameless: true})
	}
	p.newest[choice] = i
	return i
}

func (p *chatPieces) join(i int, piece journey.WireCall) {
	c := &p.calls[i]
	if c.ID == "" {
		c.ID = piece.ID
	}
	if piece.Kind != journey.KindFunction {
		c.Kind = piece.Kind
	}
	if c.Path == "" || c.Called.Name == "" && piece.Called.Name != "" {
		c.Path = piece.Path
	}
	if !piece.Nameless {
		c.Nameless = false
		c.Called.Name = p.how.name(c.Called.Name, piece.Called.Name)
	}
	c.Args += piece.Args
}

// name is the name after one more piece.
func (how assembly) name(so, piece journey.Echo) journey.Echo {
	switch {
	case piece == "":
		return so
	case how == assembleAssign, how == assembleTold && piece == so:
		return piece
	default:
		return so + piece
	}
}

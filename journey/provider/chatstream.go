package provider

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hopscope/journey"
)

// chatPieces puts the calls of a chat stream together. The contract says
// nothing about how often a name comes. A piece that says the whole name again
// is taken as a repetition, any other piece is appended: both were seen.
type chatPieces struct {
	calls []journey.WireCall
	// place of a call by choice and index; newest call of a choice.
	place  map[[2]int]int
	newest map[int]int
}

// ReadStream returns the calls of a streamed answer.
func (chatCodec) ReadStream(body []byte) ([]journey.WireCall, error) {
	p := chatPieces{place: map[[2]int]int{}, newest: map[int]int{}}
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
		for i, choice := range chunk.Choices {
			path := "choices[" + strconv.Itoa(i) + "].delta"
			for k, raw := range choice.Delta.ToolCalls {
				var c chatCall
				if json.Unmarshal(raw, &c) == nil {
					p.add(choice.Index, &c, path+".tool_calls["+strconv.Itoa(k)+"]")
				}
			}
			if f := choice.Delta.FunctionCall; f != nil {
				p.join(p.at(choice.Index, -1), f.call(journey.KindFunction, path+".function_call.name"))
			}
		}
	}
	if !seen {
		return nil, fmt.Errorf("stream: no chunk with choices: %w", errNotChat)
	}
	return p.calls, nil
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
		if piece.Called.Name != c.Called.Name {
			c.Called.Name += piece.Called.Name
		}
	}
	c.Args += piece.Args
}

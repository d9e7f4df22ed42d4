package journey

import "golang.org/x/text/unicode/norm"

// A tool has one identity and several spellings. Each spelling has a type of
// its own, so that the compiler refuses to compare a name of one hop with a
// name of another: that mix-up is the fault that this program looks for.
// All lengths of names are Unicode code points unless a field says otherwise.

// Registered is the real name of a tool: the identity for dispatch, approvals
// and switches. For an MCP tool it is the name that the server lists.
type Registered string

// Safe is the form that a client makes of a registered name so that a
// provider accepts it, for example mcp__docs__docs_open.
type Safe string

// Wire is the string in the name field of a request.
type Wire string

// Echo is the name in the model's call, as recorded.
type Echo string

// Server is the key under which a client knows an MCP server. Empty: the tool
// has no server or the server is not known.
type Server string

// Namespace is the field that stands beside the name in providers which have
// one (OpenAI Responses). Empty: no such field.
type Namespace string

// WireName is what identifies a tool in one request: the name field and the
// namespace field beside it. Both together are the key; the name alone is not.
type WireName struct {
	Namespace Namespace
	Name      Wire
}

// Called is the name of a call as the model made it, namespace included.
type Called struct {
	Namespace Namespace
	Name      Echo
}

// Wire returns the wire name that the echo would be if the model wrote back
// exactly what it was given.
func (c Called) Wire() WireName { return WireName{c.Namespace, Wire(c.Name)} }

// Ref names one tool without doubt: {server?, name, builtin?} in JSON.
type Ref struct {
	Server  Server     `json:"server,omitempty"`
	Name    Registered `json:"name"`
	Builtin bool       `json:"builtin,omitempty"`
}

// Hop is one place on the way of a name where it has a form.
type Hop uint8

// The hops, in the order in which a name passes them. The zero value means
// "no hop". HopReturn is seen only in captures and has no pane of its own.
const (
	HopNone Hop = iota
	HopRegistered
	HopSafe
	HopWire
	HopEcho
	HopReturn
	HopDispatch
	HopReplay
)

var hopIDs = [...]string{"", "registered", "safe", "wire", "echo", "return", "dispatch", "replay"}

var hopTitles = [...]string{"", "Real name", "Safe form", "Wire shape", "Model echo", "Return", "Dispatch", "History"}

// Rail lists the six hops that have a stop on the rail and a pane, in order.
var Rail = [...]Hop{HopRegistered, HopSafe, HopWire, HopEcho, HopDispatch, HopReplay}

// String returns the id of the hop, as in JSON: registered, safe, wire, echo,
// return, dispatch, replay.
func (h Hop) String() string { return at(hopIDs[:], int(h)) }

// Title returns the heading of the hop's pane, for example "Real name".
func (h Hop) Title() string { return at(hopTitles[:], int(h)) }

// MarshalText writes the id.
func (h Hop) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// ParseHop returns the hop with this id.
func ParseHop(id string) (Hop, bool) {
	for i, s := range hopIDs {
		if s == id && i > 0 {
			return Hop(i), true
		}
	}
	return HopNone, false
}

// NFKC returns the compatibility composition of a name: letters that Unicode
// holds for the same, such as full width or mathematical ones, become one. Some
// clients fold the names of a server like this.
func NFKC(name string) string { return norm.NFKC.String(name) }

func at(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return "unknown"
	}
	return words[i]
}

package walk

import "strings"

// Slot names a path of a Spec: its index in the list given to Compile.
type Slot uint8

const noSlot = Slot(255)

// Spec is a compiled set of paths. It is not changed after Compile and may be
// shared.
type Spec struct{ root *node }

type node struct {
	slot Slot
	kids []kid
	// table finds a kid by length, first and last byte of its key: index + 1
	// of the first of a chain.
	table [32]uint8
	each  *node // elements of an array
}

type kid struct {
	key  string
	node *node
	next uint8
}

// Compile makes a Spec of at most 254 paths; the position of a path in the
// list is its slot. A path is a list of keys with dots between, where [] after
// a key stands for each element of an array:
//
//	message.content[].tool_use_id
//
// The empty path is the whole value; an empty string in the list after the
// first place is an unused slot. Keys with a dot or a bracket cannot be asked
// for. Compile is for paths that stand in source code: it panics on a path
// that it does not understand.
func Compile(paths []string) *Spec {
	if len(paths) > int(noSlot) {
		panic("walk: too many paths")
	}
	root := newNode()
	for i, path := range paths {
		if path == "" && i > 0 {
			continue
		}
		n := root
		for _, part := range strings.Split(path, ".") {
			n = n.descend(part)
		}
		n.slot = Slot(i)
	}
	return &Spec{root}
}

func newNode() *node { return &node{slot: noSlot} }

func (n *node) descend(part string) *node {
	key := strings.TrimRight(part, "[]")
	levels := strings.Count(part, "[]")
	if len(key)+2*levels != len(part) {
		panic("walk: bad path element " + part)
	}
	if key != "" {
		n = n.add(key)
	}
	for range levels {
		if n.each == nil {
			n.each = newNode()
		}
		n = n.each
	}
	return n
}

func (n *node) add(key string) *node {
	if k := n.find([]byte(key), true); k != nil {
		return k
	}
	h := hash(len(key), key[0], key[len(key)-1])
	n.kids = append(n.kids, kid{key, newNode(), n.table[h]})
	n.table[h] = uint8(len(n.kids))
	return n.kids[len(n.kids)-1].node
}

// leaf reports that nothing below this node is asked for.
func (n *node) leaf() bool { return len(n.kids) == 0 && n.each == nil }

// find returns the node of a key as it stands in a line, nil if it is not
// asked for. A key with escapes is unescaped first; plain says that it has none.
func (n *node) find(key []byte, plain bool) *node {
	if len(key) == 0 {
		return nil
	}
	for i := n.table[hash(len(key), key[0], key[len(key)-1])]; i > 0; {
		k := &n.kids[i-1]
		if k.key == string(key) {
			return k.node
		}
		i = k.next
	}
	if !plain && hasEscape(key) {
		return n.findEscaped(key)
	}
	return nil
}

func (n *node) findEscaped(key []byte) *node {
	var buf [64]byte
	plain, _ := appendHead(buf[:0], key, len(buf))
	for i := range n.kids {
		if n.kids[i].key == string(plain) {
			return n.kids[i].node
		}
	}
	return nil
}

func hash(n int, first, last byte) int {
	return (n*5 + int(first) + int(last)*3) & 31
}

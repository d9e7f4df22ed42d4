package walk

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// Slot names a path of a Spec: its index in the list given to Compile.
type Slot uint8

const noSlot = Slot(255)

// Spec is a compiled set of paths. It is not changed after Compile and may be
// shared.
type Spec struct{ root *node }

type node struct {
	slot Slot
	// leaf: nothing below this node is asked for.
	leaf bool
	kids []kid
	// table finds a kid by the words of its key: index + 1 of the first of a
	// chain.
	table [32]uint8
	each  *node // elements of an array
}

type kid struct {
	key string
	// words are the first 16 bytes of the key, zero behind its end.
	words [2]uint64
	node  *node
	next  uint8
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

func newNode() *node { return &node{slot: noSlot, leaf: true} }

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
		n.leaf = false
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
	var first [16]byte
	copy(first[:], key)
	words := [2]uint64{binary.LittleEndian.Uint64(first[:]), binary.LittleEndian.Uint64(first[8:])}
	h := hash(words[0], words[1])
	n.kids = append(n.kids, kid{key, words, newNode(), n.table[h]})
	n.table[h], n.leaf = uint8(len(n.kids)), false
	return n.kids[len(n.kids)-1].node
}

// short takes the key that begins with b[0], if it has at most 15 bytes and no
// escapes: size is its length and kid its node, nil if it is not asked for.
// Else size is -1.
func (n *node) short(b *[16]byte) (size int, kid *node) {
	low, high := binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	if m := marks(low); m != 0 {
		size = bits.TrailingZeros64(m) >> 3
		low, high = low&(1<<(size*8)-1), 0
	} else if m := marks(high); m != 0 {
		size = bits.TrailingZeros64(m) >> 3
		high &= 1<<(size*8) - 1
		size += 8
	} else {
		return -1, nil
	}
	if b[size&15] != '"' {
		return -1, nil
	}
	for i := n.table[hash(low, high)]; i > 0; {
		k := &n.kids[i-1]
		if k.words[0] == low && k.words[1] == high && len(k.key) == size {
			return size, k.node
		}
		i = k.next
	}
	return size, nil
}

// find returns the node of a key as it stands in a line, nil if it is not
// asked for. A key with escapes is unescaped first; plain says that it has none.
func (n *node) find(key []byte, plain bool) *node {
	for i := range n.kids {
		if n.kids[i].key == string(key) {
			return n.kids[i].node
		}
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

func hash(low, high uint64) uint64 {
	return (low ^ bits.RotateLeft64(high, 29)) * 0x9E3779B97F4A7C15 >> 59
}

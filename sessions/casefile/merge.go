package casefile

import (
	"bytes"
	"slices"
	"strings"

	"hopscope/sessions/node"
)

// A case that was read is written as it was read, but for what a program
// changed in it. The change is what differs between two canonical forms: that
// of the file as it was read, and that of the case now. Where both say the same
// the text of the file stays, with everything in it that this version does not
// know, at any depth, and in its order.

// merged writes the case into the document that it was read from. read, base
// and now are objects: the file, its canonical form, and that of now.
func merged(read, base, now node.Value) []byte {
	var b bytes.Buffer
	b.WriteString("{")
	for i, f := range members(read, base, now, "schema") {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  " + node.Quote(f.key) + ": " + f.text)
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// member is one member of an object with its value as it is written.
type member struct{ key, text string }

// members merges two objects. What the canonical form adds to a file by itself
// is left out, but for the key always.
func members(read, base, now node.Value, always string) []member {
	was, is := byKey(base), byKey(now)
	var out []member
	done := map[string]bool{}
	for key, v := range read.Members() {
		old, known := was[key]
		value, stays := is[key]
		same := known == stays && (!known || bytes.Equal(old.Raw(), value.Raw()))
		switch {
		case key == always && stays:
			if done[key] {
				continue
			}
			out = append(out, member{key, node.Spaced(value.Raw())})
		case same:
			out = append(out, member{key, node.Escaped(v.Raw())})
		case !stays || done[key]: // taken out, or written before
		case !known:
			out = append(out, member{key, node.Escaped(value.Raw())})
		default:
			out = append(out, member{key, mergedValue(v, old, value)})
		}
		done[key] = true
	}
	at := 0
	for key, v := range now.Members() {
		if i := slices.IndexFunc(out, func(m member) bool { return m.key == key }); i >= 0 {
			at = i + 1
			continue
		}
		if old, known := was[key]; key != always && (done[key] || known && bytes.Equal(old.Raw(), v.Raw())) {
			continue
		}
		out = slices.Insert(out, at, member{key, node.Escaped(v.Raw())})
		at++
	}
	return out
}

func byKey(v node.Value) map[string]node.Value {
	m := map[string]node.Value{}
	for key, e := range v.Members() {
		m[key] = e
	}
	return m
}

// mergedValue merges two values that differ.
func mergedValue(read, base, now node.Value) string {
	switch kind := read.Kind(); {
	case kind != base.Kind() || kind != now.Kind():
	case kind == node.Object:
		var f fields
		for _, m := range members(read, base, now, "") {
			f.raw(m.key, m.text)
		}
		return f.object()
	case kind == node.Array:
		if list, ok := elements(slices.Collect(read.Elements()), slices.Collect(base.Elements()), slices.Collect(now.Elements())); ok {
			return arrayText(list, bytes.IndexByte(read.Raw(), '\n') >= 0)
		}
	}
	return node.Escaped(now.Raw())
}

// elements merges two lists; ok is false where it is not known which elements
// of the file the canonical form has. Elements that could not be used stay.
func elements(read, base, now []node.Value) (list []string, ok bool) {
	used := make([]int, 0, len(read)) // places in read of the elements of base
	for i, v := range read {
		if len(read) == len(base) || v.Kind() == node.Object {
			used = append(used, i)
		}
	}
	if len(used) != len(base) {
		return nil, false
	}
	from, next := pairUp(base, now), 0
	for i, v := range now {
		old := from[i]
		if old < 0 {
			list = append(list, node.Escaped(v.Raw()))
			continue
		}
		for ; next < used[old]; next++ {
			if !slices.Contains(used, next) {
				list = append(list, node.Escaped(read[next].Raw()))
			}
		}
		next = used[old] + 1
		if bytes.Equal(base[old].Raw(), v.Raw()) {
			list = append(list, node.Escaped(read[used[old]].Raw()))
		} else {
			list = append(list, mergedValue(read[used[old]], base[old], v))
		}
	}
	for ; next < len(read); next++ {
		if !slices.Contains(used, next) {
			list = append(list, node.Escaped(read[next].Raw()))
		}
	}
	return list, true
}

// pairUp finds for each element of now the one of base that it was, -1 for
// none: in lists of one length by their places, else equal ones at both ends.
func pairUp(base, now []node.Value) []int {
	from := make([]int, len(now))
	if len(base) == len(now) {
		for i := range from {
			from[i] = i
		}
		return from
	}
	for i := range from {
		from[i] = -1
	}
	short, head := min(len(base), len(now)), 0
	for head < short && bytes.Equal(base[head].Raw(), now[head].Raw()) {
		from[head] = head
		head++
	}
	for i := 1; i <= short-head; i++ {
		old, new := len(base)-i, len(now)-i
		if !bytes.Equal(base[old].Raw(), now[new].Raw()) {
			break
		}
		from[new] = old
	}
	return from
}

func arrayText(list []string, lines bool) string {
	if len(list) == 0 {
		return "[]"
	}
	if text := strings.Join(list, ", "); !lines && len(text) <= lineWidth {
		return "[" + text + "]"
	}
	return "[\n    " + strings.Join(list, ",\n    ") + "\n  ]"
}

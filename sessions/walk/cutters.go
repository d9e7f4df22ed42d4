package walk

import "bytes"

// CutValues cuts a stream of JSON values into the elements of the arrays that
// stand under one of the given paths (keys with dots) of each value; without
// paths into the values themselves. It looks at brackets and strings only, so
// a damaged value costs its own record and not those behind it.
func CutValues(paths ...string) Cutter { return &valueCutter{paths: paths, open: -1} }

type valueCutter struct {
	paths []string
	// stack has the kind of each open bracket, path the keys that lead to the
	// innermost object, joined with dots.
	stack    []byte
	keys     []string
	key      []byte
	str, esc bool
	isKey    bool
	afterKey bool
	wanted   int // depth of an array whose elements are records, 0: none
	open     int64
	base     int // depth at which the open record began
	scalar   bool
}

// cutDepth bounds the brackets that are followed.
const cutDepth = 1 << 20

// keyMax bounds the bytes of a key that are looked at.
const keyMax = 256

// Cut follows the brackets.
func (c *valueCutter) Cut(data []byte, at int64, found func(start, end int64)) int64 {
	for i := 0; i < len(data); i++ {
		if c.str {
			i = c.inString(data, i)
			if i >= len(data) {
				break
			}
			if !c.str && c.open >= 0 && !c.scalar && len(c.stack) == c.base && data[i] == '"' && c.stringRecord() {
				c.close(at+int64(i)+1, found)
			}
			continue
		}
		c.step(data[i], at+int64(i), found)
	}
	return c.open
}

func (c *valueCutter) stringRecord() bool { return len(c.paths) > 0 || len(c.stack) == 0 }

func (c *valueCutter) step(b byte, at int64, found func(start, end int64)) {
	switch b {
	case ' ', '\t', '\r', '\n':
		if c.scalar {
			c.close(at, found)
		}
	case '"':
		c.begin(at)
		c.str, c.key = true, c.key[:0]
		c.isKey = c.open < 0 && len(c.stack) > 0 && c.stack[len(c.stack)-1] == '{' && !c.afterKey
	case '{', '[':
		c.begin(at)
		if len(c.stack) < cutDepth {
			c.stack = append(c.stack, b)
		}
		if c.open < 0 {
			c.enter(b)
		}
		c.afterKey = false
	case '}', ']':
		if c.scalar {
			c.close(at, found)
		}
		c.leave(at, found)
	case ':':
		c.afterKey = true
	case ',':
		if c.scalar {
			c.close(at, found)
		}
		c.afterKey = false
	case 0xEF, 0xBB, 0xBF, 0: // a byte order mark, the rest of a crash
	default:
		if c.begin(at) {
			c.scalar = true
		}
	}
}

// begin begins a record where one may begin.
func (c *valueCutter) begin(at int64) bool {
	if c.open >= 0 {
		return false
	}
	if len(c.paths) == 0 && len(c.stack) == 0 || c.wanted > 0 && len(c.stack) == c.wanted {
		c.open, c.base = at, len(c.stack)
		return true
	}
	return false
}

// enter notes the key under which a bracket stands.
func (c *valueCutter) enter(b byte) {
	if len(c.paths) == 0 {
		return
	}
	key := ""
	if c.afterKey {
		key = string(c.key)
	}
	if len(c.keys) > 0 && key != "" && c.keys[len(c.keys)-1] != "" {
		key = c.keys[len(c.keys)-1] + "." + key
	}
	if len(c.stack) > 1 && c.stack[len(c.stack)-2] == '[' {
		key = "" // what stands in an array has no path
	}
	c.keys = append(c.keys, key)
	for _, p := range c.paths {
		if b == '[' && key == p && len(c.stack) == 1+bytes.Count([]byte(p), []byte{'.'})+1 {
			c.wanted = len(c.stack)
		}
	}
}

func (c *valueCutter) leave(at int64, found func(start, end int64)) {
	if len(c.stack) == 0 {
		return
	}
	c.stack = c.stack[:len(c.stack)-1]
	if c.open >= 0 {
		if len(c.stack) <= c.base {
			c.close(at+1, found)
		}
		return
	}
	if len(c.keys) > len(c.stack) {
		c.keys = c.keys[:len(c.stack)]
	}
	if len(c.stack) < c.wanted {
		c.wanted = 0
	}
	c.afterKey = false
}

func (c *valueCutter) close(end int64, found func(start, end int64)) {
	start := c.open
	c.open, c.scalar = -1, false
	found(start, end)
}

// inString goes to the end of a string, or of data.
func (c *valueCutter) inString(data []byte, i int) int {
	for i < len(data) {
		if c.esc {
			c.esc = false
			i++
			continue
		}
		j := bytes.IndexAny(data[i:], `"\`)
		if j < 0 {
			j = len(data) - i
		}
		if c.isKey && len(c.key) < keyMax {
			c.key = append(c.key, data[i:i+min(j, keyMax-len(c.key))]...)
		}
		i += j
		if i >= len(data) {
			return i
		}
		if data[i] == '"' {
			c.str = false
			return i
		}
		c.esc = true
		i++
	}
	return i
}

// End ends a number or word; anything else is cut.
func (c *valueCutter) End(at int64) (int64, bool) { return at, c.scalar }

// lineEnd ends the last line of an input for a cutter.
var lineEnd = []byte{'\n'}

// CutWhole makes one record of the whole input.
func CutWhole() Cutter { return &wholeCutter{} }

type wholeCutter struct{}

// Cut keeps everything.
func (*wholeCutter) Cut(_ []byte, _ int64, _ func(start, end int64)) int64 { return 0 }

// End ends the record.
func (*wholeCutter) End(at int64) (int64, bool) { return at, true }

// CutItems cuts a YAML document into the items of the list under a key at the
// beginning of a line. Items are recognised by their indent, so what stands in
// block scalars is never looked at.
func CutItems(key string) Cutter { return &itemCutter{key: []byte(key + ":"), open: -1, indent: -1} }

type itemCutter struct {
	key    []byte
	line   []byte // beginning of the line that is being read
	start  int64  // its offset
	inList bool
	indent int
	open   int64
}

// lineHead is how much of a line decides what it is.
const lineHead = 128

// Cut looks at the beginning of each line.
func (c *itemCutter) Cut(data []byte, at int64, found func(start, end int64)) int64 {
	for i := 0; i < len(data); {
		if len(c.line) == 0 {
			c.start = at + int64(i)
		}
		j := bytes.IndexByte(data[i:], '\n')
		end := j >= 0
		if !end {
			j = len(data) - i
		}
		if room := lineHead - len(c.line); room > 0 {
			c.line = append(c.line, data[i:i+min(j, room)]...)
		}
		if i += j; end {
			i++
			c.look(found)
			c.line = c.line[:0]
			c.start = at + int64(i)
		}
	}
	if c.open < 0 && len(c.line) > 0 {
		return c.start // it may begin an item
	}
	return c.open
}

func (c *itemCutter) look(found func(start, end int64)) {
	text := bytes.TrimRight(c.line, " \r")
	bare := bytes.TrimLeft(text, " ")
	if len(bare) == 0 || bare[0] == '#' {
		return
	}
	indent := len(text) - len(bare)
	item := bytes.Equal(bare, []byte("-")) || bytes.HasPrefix(bare, []byte("- "))
	switch {
	case !c.inList:
		c.inList = bytes.HasPrefix(bytes.TrimPrefix(text, bom), c.key)
		c.indent = -1
	case c.indent < 0 && item:
		c.indent, c.open = indent, c.start
	case item && indent == c.indent:
		c.finish(found)
		c.open = c.start
	case indent < c.indent || indent == 0:
		c.finish(found)
		c.inList = bytes.HasPrefix(text, c.key)
		c.indent = -1
	}
}

func (c *itemCutter) finish(found func(start, end int64)) {
	if start := c.open; start >= 0 {
		c.open = -1
		found(start, c.start)
	}
}

// End ends the last item.
func (c *itemCutter) End(at int64) (int64, bool) { return at, true }

// Record returns the length of the first record in buf, which begins with one;
// ok is false when it does not end there. last says that the input ends with buf.
func Record(cut Cutter, buf []byte, last bool) (n int, ok bool) {
	end := int64(-1)
	found := func(_, to int64) {
		if end < 0 {
			end = min(to, int64(len(buf)))
		}
	}
	open := cut.Cut(buf, 0, found)
	if last && end < 0 {
		open = cut.Cut(lineEnd, int64(len(buf)), found)
	}
	if end < 0 && open >= 0 && last {
		end, ok = cut.End(int64(len(buf)))
		return int(end), ok
	}
	return int(end), end >= 0
}

// CutItem cuts an input that begins with an item of a list of YAML.
func CutItem() Cutter { return &itemCutter{inList: true, open: -1, indent: -1} }

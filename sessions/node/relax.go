package node

import "bytes"

// Relax returns data with comments and the commas before a closing bracket
// turned into blanks, as editors and clients allow them in settings files.
// Offsets and lines stay as they are. data is not changed.
func Relax(data []byte) []byte {
	out := bytes.Clone(data)
	comma := -1 // the last comma that nothing but blanks followed
	for i := 0; i < len(out); {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			end, ok := skipString(out, i)
			if !ok {
				return out
			}
			i = end
			continue
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i)
			continue
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
		i++
	}
	return out
}

func blankComment(out []byte, i int) int {
	end := len(out)
	if out[i+1] == '/' {
		if n := bytes.IndexByte(out[i:], '\n'); n >= 0 {
			end = i + n
		}
	} else if n := bytes.Index(out[i+2:], []byte("*/")); n >= 0 {
		end = i + 2 + n + 2
	}
	for ; i < end; i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return end
}

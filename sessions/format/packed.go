package format

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"hopscope/sessions/walk"
)

// unpacked is a body without its compression, told by its first bytes, as
// captures keep bodies packed or not. Binary event streams become one JSON
// object a line. Bodies of more than walk.MaxLine are not read.
func unpacked(body []byte) ([]byte, error) {
	var r io.Reader
	switch {
	case bytes.HasPrefix(body, []byte{0x1F, 0x8B}):
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		r = z
	case bytes.HasPrefix(body, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		z, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(walk.MaxLine))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		defer z.Close()
		r = z
	case len(body) > 2 && body[0] == 0x78 && (int(body[0])<<8|int(body[1]))%31 == 0:
		z, err := zlib.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("deflate: %w", err)
		}
		r = z
	default:
		if lines, ok := eventStream(body); ok {
			return lines, nil
		}
		if plain, ok := brotlied(body); ok {
			return plain, nil
		}
		return bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")), nil
	}
	plain, err := io.ReadAll(io.LimitReader(r, walk.MaxLine+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the packed body is damaged: %w", err)
	case len(plain) > walk.MaxLine:
		return nil, errors.New("the packed body has more than 64 MiB")
	}
	return plain, nil
}

// brotlied takes brotli away, which has no first bytes of its own: what is no
// text and becomes one is taken for it.
func brotlied(body []byte) ([]byte, bool) {
	if utf8.Valid(body) {
		return nil, false
	}
	plain, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(body)), walk.MaxLine+1))
	if err != nil || len(plain) == 0 || len(plain) > walk.MaxLine || !utf8.Valid(plain) {
		return nil, false
	}
	return plain, true
}

// decoded takes base64 away.
func decoded(text string) ([]byte, error) {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, text)
	for _, e := range [...]*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
		if b, err := e.DecodeString(text); err == nil {
			return b, nil
		}
	}
	return nil, errors.New("the body is marked as base64 and is none")
}

// eventStream reads application/vnd.amazon.eventstream: messages of total
// length, length of the headers, checksum, headers, payload, checksum. The
// header :event-type names the event. ok is false for anything else.
func eventStream(b []byte) (lines []byte, ok bool) {
	const prelude, sums = 12, 16
	for len(b) > 0 {
		if len(b) < sums {
			return lines, len(lines) > 0
		}
		total, head := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
		if total < sums || uint64(total) > uint64(len(b)) || uint64(head)+sums > uint64(total) {
			return lines, len(lines) > 0
		}
		kind := eventType(b[prelude : prelude+head])
		payload := bytes.TrimSpace(b[prelude+head : total-4])
		if kind != "" && isObject(payload) {
			lines = append(lines, `{"`+kind+`":`...)
			lines = append(append(lines, payload...), '}', '\n')
		}
		b = b[total:]
	}
	return lines, len(lines) > 0
}

// eventType finds the header :event-type, a plain word.
func eventType(head []byte) string {
	for len(head) > 0 {
		n := int(head[0])
		if len(head) < n+4 || head[n+1] != 7 { // 7: a string
			return ""
		}
		name, size := string(head[1:n+1]), int(binary.BigEndian.Uint16(head[n+2:]))
		if len(head) < n+4+size {
			return ""
		}
		value := string(head[n+4 : n+4+size])
		if name == ":event-type" && strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			return value
		}
		head = head[n+4+size:]
	}
	return ""
}

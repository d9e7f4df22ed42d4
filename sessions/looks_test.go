package sessions

import (
	"errors"
	"strings"
	"testing"
)

// TestLooksLike opens files of usual kinds: each is refused, and the answer
// says what it seems to be.
func TestLooksLike(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"%PDF-1.7\n%\xe2\xe3\n", "a PDF document"},
		{"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG picture"},
		{"PK\x03\x04\x14\x00", "a ZIP archive"},
		{"<?xml version=\"1.0\"?>\n<a/>\n", "XML"},
		{"<!DOCTYPE html>\n<html></html>\n", "a web page"},
		{"<svg></svg>", "markup"},
		{"name,age,city\nbob,3,x\nann,4,y\n", "a table with commas"},
		{"[package]\nname = \"x\"\nversion = \"1\"\n", "TOML"},
		{"name = x\nother = y\n", "a file of settings"},
		{"name: x\nlist:\n  - a\n", "YAML"},
		{"Dear all, this is a letter of some words.\nIt goes on, and on, to the end.\n", "a text in prose"},
		{"# Title\n\nSome words about a thing or two.\n", "a Markdown document"},
		{"2026-10-01 12:00:00 INFO start\n2026-10-01 12:00:01 WARN x\n", "a log in plain text"},
		{"\x7fELF\x02\x01\x01\x00", "a program"},
		{"1234:9:websocket;0:~8:response;", "a flow file of mitmproxy"},
		{"\x00\x01\x02\x03", "binary data"},
		{" \n\n", "nothing but blanks"},
		{`{"name":"x","version":"1","private":true,"a":1,"b":2,"c":3}`, "a JSON object with the keys name, version, private, a, b and 1 more"},
		{`[1,2,3]`, "a JSON list"},
		{`[{"x":1}]`, "a JSON list of objects with the key x"},
		{"{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "3 JSON lines of a kind that is not known, with the key a"},
	} {
		_, _, err := Load(t.Context(), Options{Paths: []string{write(t, "x", []byte(c.data))}})
		var u *Unreadable
		if !errors.As(err, &u) || !strings.HasPrefix(u.What, "is not recognised: looks like "+c.want) || len(u.Tried) == 0 {
			t.Errorf("%.40q: %v, want %q", c.data, err, c.want)
		}
	}
}

func FuzzLooksLike(f *testing.F) {
	f.Add([]byte("a,b\nc,d\n"))
	f.Add([]byte("{\"a\":[1,\n"))
	f.Add([]byte("\xef\xbb\xbf[x]\n"))
	f.Fuzz(func(t *testing.T, head []byte) {
		if looksLike(head) == "" {
			t.Error("no answer")
		}
	})
}

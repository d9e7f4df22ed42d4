package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"hopscope/sessions/node"
)

// Zed keeps a thread as one packed document, which becomes one line for the
// document without its messages and one for each message:
//
//	{"table":"zed.thread","row":1,"session_id":"t1","data":{"version":"0.3.0","model":{...}}}
//	{"table":"zed.message","row":1,"session_id":"t1","message":0,"data":{...}}
//
// Of a document that is cut or damaged the messages before that are read.

// threadMax is the size in bytes of the largest document, unpacked; what stands
// before it of a larger one is read. Two copies are in memory while it is unpacked.
const threadMax = 48 << 20

// packedHead are the keys of the document that its own line has.
var packedHead = [...]string{"version", "model", "subagent_context"}

// packedCell reads the document of a row as it is stored.
func (d *database) packedCell(ctx context.Context, t *table, where string, arg any) (id, kind string, data []byte, size int64, err error) {
	var key, k, v any
	err = d.db.QueryRowContext(ctx, fmt.Sprintf("SELECT %s, %s, CASE WHEN octet_length(%[3]s) <= %[4]d THEN %[3]s END, octet_length(%[3]s) FROM %[5]s NOT INDEXED WHERE %[6]s = ?",
		t.session(), t.packed, t.json, cellMax, t.name, where), arg).Scan(&key, &k, &v, &size)
	switch v := v.(type) {
	case []byte:
		data = v
	case string:
		data = []byte(v)
	}
	return wordOf(key), wordOf(k), data, size, err
}

// unpackedThread returns a document without its compression. With an error, what
// stands before the damage is there.
func unpackedThread(kind string, data []byte) ([]byte, error) {
	switch kind {
	case "json":
		return data, nil
	case "zstd":
		z, err := unpack("zstd", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		plain, err := io.ReadAll(io.LimitReader(z, threadMax+1))
		if len(plain) > threadMax {
			return plain[:threadMax], fmt.Errorf("more than %d MB, unpacked", threadMax>>20)
		}
		return plain, err
	}
	return nil, fmt.Errorf("packed as %q, which is not known", kind)
}

// unpackedFilled reports whether the document of a session has messages.
func (d *database) unpackedFilled(ctx context.Context, t *table, id string) (bool, error) {
	_, kind, data, size, err := d.packedCell(ctx, t, t.session(), id)
	if err != nil || size > cellMax {
		return size > cellMax, err
	}
	plain, err := unpackedThread(kind, data)
	return err != nil || node.Loose(plain).Get("messages").First().Kind() != node.Absent, nil
}

// unpack writes the line of a document, without its end, and has the lines of
// the messages follow it.
func (r *dbReader) unpack(t *table, at rowAt) error {
	id, kind, data, size, err := r.d.packedCell(r.d.ctx, t, "rowid", at.row)
	if err != nil {
		return err
	}
	r.buf = appendText(append(r.buf, `,"session_id":`...), id)
	if size > cellMax {
		r.buf = fmt.Appendf(r.buf, `,"long":%d`, size)
		return nil
	}
	plain, damage := unpackedThread(kind, data)
	doc := node.Loose(plain)
	if damage == nil && doc.Kind() != node.Object {
		damage = errors.New("no JSON object")
	}
	r.buf = append(r.buf, `,"data":{`...)
	comma := ""
	for _, key := range packedHead {
		if v := doc.Get(key); v.Kind() != node.Absent {
			was := len(r.buf)
			r.buf = appendRaw(append(r.buf, comma+`"`+key+`":`...), string(v.Raw()))
			if bytes.HasSuffix(r.buf, []byte(`null,"error":"not JSON"`)) {
				r.buf = r.buf[:was]
				continue
			}
			comma = ","
		}
	}
	r.buf = append(r.buf, '}')
	var messages []node.Value
	for m := range doc.Get("messages").Elements() {
		if messages = append(messages, m); len(messages) >= rowsMax {
			break
		}
	}
	n := 0
	r.parts = func() bool {
		switch {
		case n < len(messages):
			r.begin("message", at)
			r.buf = appendText(append(r.buf, `,"session_id":`...), id)
			r.buf = appendRaw(fmt.Appendf(r.buf, `,"message":%d,"data":`, n), string(messages[n].Raw()))
			n++
		case damage != nil:
			r.begin(t.called(), at)
			r.buf = appendText(append(r.buf, `,"error":`...), damage.Error())
			damage = nil
		default:
			return false
		}
		r.buf = append(r.buf, "}\n"...)
		return true
	}
	return nil
}

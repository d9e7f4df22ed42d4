package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const eventTable = `
CREATE TABLE event (id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL, data text NOT NULL);`

// event is a row of the log of session ses_a.
func event(seq int, kind, data string) string {
	return fmt.Sprintf(`INSERT INTO event VALUES ('evt_%02d', 'ses_a', %d, '%s', '%s');`, seq, seq, kind, strings.ReplaceAll(data, "'", "''"))
}

// state is the log's row for a state of a call.
func state(seq int, part, message, tool, status string) string {
	return event(seq, "message.part.updated.1", fmt.Sprintf(`{"sessionID":"ses_a","part":{"id":"%s","messageID":"%s","type":"tool","callID":"c","tool":"%s","state":{"status":"%s"}}}`, part, message, tool, status))
}

// TestNamesOfTheLog holds what the log is for: the name that the model wrote is
// told where another one is stored, and no row comes twice.
func TestNamesOfTheLog(t *testing.T) {
	path := makeDatabase(t, false, opencodeTables, opencodeRows, eventTable,
		state(1, "prt_1", "msg_1", "A", "pending"), state(2, "prt_1", "msg_1", "a", "running"), state(3, "prt_1", "msg_1", "a", "completed"),
		state(4, "prt_0", "msg_1", "gone", "pending"), event(5, "message.part.updated.1", `{"part":`), event(6, "message.part.updated.1", `"\"pending\""`))
	for _, c := range []struct{ id, want string }{
		{"ses_a", `{"table":"opencode.part","row":1,"id":"prt_1","wrote":"A","message_id":"msg_1"`},
		{"ses_a", `"time_created":1000,"time_updated":2000,"logged":true}`},
		{"ses_b", `"time_updated":9000}`},
	} {
		data, notes := lines(t, path+"#"+c.id)
		if !strings.Contains(data, c.want) {
			t.Errorf("%s: no %s in\n%s", c.id, c.want, data)
		}
		if want := []string{"session " + c.id + ", one of 3"}; !slices.Equal(notes, want) {
			t.Errorf("%s: notes %q, want %q", c.id, notes, want)
		}
		if strings.Contains(data, "opencode.event") {
			t.Errorf("%s: rows of the log beside those that it tells of:\n%s", c.id, data)
		}
	}
}

// TestLogAlone reads a session of which the log alone is left: each thing once,
// as it was last, where it was first.
func TestLogAlone(t *testing.T) {
	message := func(seq int, id string) string {
		return event(seq, "message.updated.1", `{"info":{"id":"`+id+`","role":"assistant"}}`)
	}
	path := makeDatabase(t, false, opencodeTables, opencodeRows, "DELETE FROM part WHERE session_id = 'ses_a'", "DELETE FROM message WHERE session_id = 'ses_a'", eventTable,
		event(0, "session.created.1", `{"info":{"id":"ses_a"}}`),
		message(1, "m1"), state(2, "p1", "m1", "Read", "pending"), state(3, "p2", "m1", "bash", "pending"), state(4, "p1", "m1", "read", "completed"),
		event(5, "message.part.updated.1", `{"part":{"id":"p3","messageID":"m1","type":"text","text":"x"}}`),
		message(6, "m1"), state(7, "p4", "m1", "undone", "completed"), event(8, "message.part.removed.1", `{"messageID":"m1","partID":"p4"}`),
		message(9, "m2"), state(10, "p5", "m2", "undone", "completed"), event(11, "message.removed.1", `{"messageID":"m2"}`),
		event(12, "session.next.tool.input.started.1", `{"callID":"n1","name":"Write"}`),
		event(13, "session.next.tool.progress.1", `{"callID":"n1"}`),
		event(14, "session.next.tool.called.1", `{"callID":"n1","tool":"write","input":{}}`),
		event(15, "session.next.tool.success.1", `{"callID":"n1","content":[]}`),
		event(16, "message.part.updated.1", `{"part":`),
	)
	data, notes := lines(t, path+"#ses_a")
	if got, want := strings.Join(rowIDs(data), " "), "ses_a evt_06 evt_04 evt_03 evt_14 evt_15 evt_16"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
	for _, want := range []string{`"id":"evt_04","wrote":"Read"`, `"id":"evt_14","wrote":"Write"`, `"logged":true`, `"id":"evt_16","aggregate_id":"ses_a","type":"message.part.updated.1","data":null,"error":"not JSON"`} {
		if !strings.Contains(data, want) {
			t.Errorf("no %s in\n%s", want, data)
		}
	}
	if !slices.Contains(notes, "the calls are those of the table event: the session has no other rows") {
		t.Errorf("notes %q", notes)
	}
}

// TestLogOfNothing holds that a session whose log tells of no message is not
// taken for one that has something in it.
func TestLogOfNothing(t *testing.T) {
	path := makeDatabase(t, false, opencodeTables, opencodeRows, eventTable,
		`INSERT INTO event VALUES ('evt_1', 'ses_d', 0, 'session.created.1', '{"info":{"id":"ses_d"}}')`)
	data, _ := lines(t, path)
	if got, want := rowIDs(data)[0], "ses_b"; got != want {
		t.Errorf("the newest session is %s, want %s", got, want)
	}
	broken := makeDatabase(t, false, opencodeTables, opencodeRows, "CREATE TABLE event (id, aggregate_id, type, data, other)", "CREATE VIEW w AS SELECT 1")
	if data, _ := lines(t, broken+"#ses_a"); len(rowIDs(data)) != 3 {
		t.Errorf("rows %q", rowIDs(data))
	}
}

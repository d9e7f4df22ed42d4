package main

import (
	"fmt"
	"strconv"
	"strings"
)

// base is the head of a line of Claude Code's session format.
func (g *generator) base(kind string) (head, tail string) {
	id := fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", g.r.Uint32(), g.r.IntN(1<<16), g.r.IntN(1<<12), g.r.IntN(1<<12), g.r.Uint64()&(1<<48-1))
	parent := "null"
	if g.parent != "" {
		parent = `"` + g.parent + `"`
	}
	g.parent = id
	head = `"parentUuid":` + parent + `,"isSidechain":false,"userType":"external","cwd":"/src/app","sessionId":"` + g.session +
		`","version":"2.1.0","gitBranch":"main","type":"` + kind + `"`
	return head, `,"uuid":"` + id + `","timestamp":"` + g.stamp() + `"`
}

// entry writes a line with a message; more are fields behind the stamp, with a
// comma in front, beside is the structured copy.
func (g *generator) entry(kind, message, more, beside string) {
	head, tail := g.base(kind)
	tail += more + beside
	if g.copyFirst {
		g.write("{", tail[1:], ",", head, `,"message":`, message, "}")
		return
	}
	g.write("{", head, `,"message":`, message, tail, "}")
}

// claudeTurn is a prompt and some steps of the assistant.
func (g *generator) claudeTurn() {
	g.entry("user", `{"role":"user","content":`+quote(g.body(g.between(30, 600)))+"}", "", "")
	if g.chance(.5) {
		g.write(`{"type":"file-history-snapshot","messageId":"`, g.parent, `","isSnapshotUpdate":false,"snapshot":{"messageId":"`, g.parent,
			`","trackedFileBackups":{},"timestamp":"2026-01-01T00:00:00.000Z"}}`)
	}
	for range g.between(3, 14) {
		message := g.id("msg_01")
		if g.chance(.55) {
			sign := strings.Repeat(fmt.Sprintf("%016x", g.r.Uint64()), 13)[:200]
			g.assistant(message, `{"type":"thinking","thinking":`+quote(g.body(g.between(100, 1500)))+`,"signature":"`+sign+`"}`, "null")
		}
		if g.chance(.75) {
			g.assistant(message, `{"type":"text","text":`+quote(g.body(g.between(40, 900)))+"}", "null")
		}
		calls := 1
		if !g.chance(.85) {
			calls = g.between(2, 4)
		}
		for range calls {
			g.claudeCall(message)
		}
		if g.chance(.9) {
			g.write(`{"type":"progress","data":{"type":"hook_progress","hookEvent":"PostToolUse","hookName":"PostToolUse:Edit"},"toolUseID":"`,
				g.id("toolu_01"), `","uuid":"`, g.id("p-"), `","timestamp":"`, g.stamp(), `","sessionId":"`, g.session, `"}`)
		}
	}
}

func (g *generator) assistant(message, block, stop string) {
	usage := fmt.Sprintf(`{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d,"service_tier":"standard"}`,
		g.between(1, 9), g.between(0, 9000), g.between(0, 150_000), g.between(1, 900))
	g.entry("assistant", `{"id":"`+message+`","type":"message","role":"assistant","model":"claude-model-x","content":[`+block+
		`],"stop_reason":`+stop+`,"stop_sequence":null,"usage":`+usage+"}", `,"requestId":"`+g.id("req_011")+`"`, "")
}

func (g *generator) claudeCall(message string) {
	name, end := g.pick()
	id := g.id("toolu_01")
	g.assistant(message, `{"type":"tool_use","id":"`+id+`","name":"`+name+`","input":`+g.arguments(name)+"}", `"tool_use"`)
	g.tally(name, end, true)
	block, beside := `{"tool_use_id":"`+id+`","type":"tool_result"`, ""
	switch end {
	case "missing":
		text := "Error: No such tool available: " + name
		block += `,"content":"<tool_use_error>` + text + `</tool_use_error>","is_error":true`
		beside = `"` + text + `"`
	case "error":
		block += `,"content":` + quote("Exit code 1\n"+g.body(g.between(50, 3000))) + `,"is_error":true`
		beside = `"Error: Exit code 1"`
	default:
		raw := g.body(g.resultSize())
		text := quote(raw)
		if g.chance(.35) {
			block += `,"content":[{"type":"text","text":` + text + `}]`
		} else {
			block += `,"content":` + text
		}
		// the client keeps a second, structured copy beside the block
		beside = `{"type":"text","file":{"filePath":"/src/x.go","numLines":` + strconv.Itoa(strings.Count(raw, "\n")) + `,"startLine":1}}`
		if name == "Bash" {
			block += `,"is_error":false`
			beside = `{"stdout":` + text + `,"stderr":"","interrupted":false,"isImage":false}`
		}
	}
	g.entry("user", `{"role":"user","content":[`+block+"}]}", "", `,"toolUseResult":`+beside)
}

// hostileLines are lines which break careless readers.
func (g *generator) hostileLines() {
	id := func(i int) string { return "toolu_hostile" + strconv.Itoa(i) }
	use := func(i int, name string) string {
		return `{"type":"tool_use","id":"` + id(i) + `","name":"` + name + `","input":{}}`
	}
	result := func(i int) {
		g.write(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"`, id(i), `","content":"x"}]}}`)
	}
	said := func(blocks ...string) {
		g.write(`{"type":"assistant","message":{"role":"assistant","content":[`, strings.Join(blocks, ","), `]}}`)
	}
	// keys in another order, and message before type; a decoy in the arguments
	g.write(`{"message":{"content":[{"input":{"name":"decoy","type":"tool_use","id":"decoy"},"name":"Read","id":"`, id(1), `","type":"tool_use"}],"role":"assistant"},"type":"assistant"}`)
	g.tally("Read", "ok", true)
	result(1)
	// escapes in the name and in the type itself
	g.write(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool\u005fuse","id":"`, id(2), `","name":"R\u0065ad","input":{}}]}}`)
	g.tally("Read", "ok", true)
	result(2)
	// spaces round the colons
	g.write(`{ "type" : "assistant" , "message" : { "role" : "assistant" , "content" : [ { "type" : "tool_use" , "id" : "`, id(3), `" , "name" : "Grep" , "input" : { } } ] } }`)
	g.tally("Grep", "ok", true)
	result(3)
	// a marker in text, and in arguments and structured copies
	g.write(`{"type":"user","message":{"role":"user","content":`, quote(`{"type":"tool_use","id":"no","name":"no"}`), `}}`)
	said(`{"type":"tool_use","id":"` + id(5) + `","name":"Write","input":{"content":[{"type":"tool_use","id":"no","name":"no"}]}}`)
	g.tally("Write", "ok", true)
	g.write(`{"type":"user","toolUseResult":{"content":[{"type":"tool_use","id":"no","name":"no"},{"type":"tool_result","tool_use_id":"no","is_error":true}]},`,
		`"message":{"role":"user","content":[{"tool_use_id":"`, id(5), `","type":"tool_result","content":"\"is_error\":true"}]}}`)
	// bytes that are no UTF-8 beside a call
	said(`{"type":"text","text":"bad `+"\xff\xfe\xc3"+` bytes"}`, use(6, "Glob"))
	g.tally("Glob", "ok", true)
	result(6)
	// several calls in one line, answered together, one missing
	said(use(7, "Bash"), use(8, "shell"))
	g.tally("Bash", "ok", true)
	g.tally("shell", "missing", true)
	g.write(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"`, id(7), `","content":"ok"},`,
		`{"type":"tool_result","content":"<tool_use_error>Error: No such tool available: shell</tool_use_error>","is_error":true,"tool_use_id":"`, id(8), `"}]}}`)
	// an error flag behind megabytes of content
	said(use(9, "Read"))
	g.tally("Read", "error", true)
	g.write(`{"type":"user","message":{"role":"user","content":[{"tool_use_id":"`, id(9), `","type":"tool_result","content":`, quote(g.body(3_000_000)), `,"is_error":true}]}}`)
	// an empty line, a carriage return, a call without an answer
	g.write("")
	g.write(`{"type":"assistant","message":{"role":"assistant","content":[`, use(10, "Edit"), "]}}\r")
	g.tally("Edit", "ok", false)
}

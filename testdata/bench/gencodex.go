package main

import (
	"fmt"
	"strings"
)

// rollout writes a line of Codex's rollout form.
func (g *generator) rollout(kind, payload string) {
	g.write(`{"timestamp":"`, g.stamp(), `","type":"`, kind, `","payload":`, payload, "}")
}

func (g *generator) codexStart() {
	g.rollout("session_meta", fmt.Sprintf(`{"id":"0199-%012x","cwd":"/src/app","originator":"codex_cli_rs","cli_version":"0.90.0"}`, g.r.Uint64()&(1<<48-1)))
}

// codexTurn is a prompt and some steps of the model.
func (g *generator) codexTurn() {
	text := quote(g.body(g.between(30, 600)))
	g.rollout("event_msg", `{"type":"user_message","message":`+text+`,"kind":"plain"}`)
	g.rollout("turn_context", `{"cwd":"/src/app","approval_policy":"on-request","model":"model-x","effort":"medium"}`)
	g.rollout("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":`+text+`}]}`)
	for range g.between(3, 14) {
		if g.chance(.5) {
			secret := strings.Repeat(fmt.Sprintf("%016x", g.r.Uint64()), 25)
			g.rollout("response_item", `{"type":"reasoning","summary":[],"content":null,"encrypted_content":"`+secret+`"}`)
		}
		if g.chance(.6) {
			g.rollout("response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":`+quote(g.body(g.between(40, 900)))+`}]}`)
		}
		g.codexCall()
		g.rollout("event_msg", fmt.Sprintf(`{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"output_tokens":%d}}}`, g.between(1, 1_000_000), g.between(1, 9000)))
	}
}

func (g *generator) codexCall() {
	name, end := g.pick()
	id := g.id("call_")
	g.tally(name, end, true)
	custom := (name == "apply_patch" || name == "Edit") && g.chance(.8)
	answer := "function_call_output"
	if custom {
		answer = "custom_tool_call_output"
		g.rollout("response_item", `{"type":"custom_tool_call","status":"completed","call_id":"`+id+`","name":"`+name+`","input":`+quote(g.body(g.between(80, 2000)))+"}")
	} else {
		g.rollout("response_item", `{"type":"function_call","name":"`+name+`","arguments":`+quote(g.arguments(name))+`,"call_id":"`+id+`"}`)
	}
	var text string
	switch end {
	case "missing":
		text = "unsupported call: " + name
	case "error":
		text = "Exit code: 1\nOutput:\n" + g.body(g.between(50, 3000))
	default:
		text = "Exit code: 0\nOutput:\n" + g.body(g.resultSize())
	}
	g.rollout("response_item", `{"type":"`+answer+`","call_id":"`+id+`","output":`+quote(text)+"}")
}

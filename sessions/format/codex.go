package format

import (
	"hopscope/journey"
	"hopscope/sessions/walk"
)

// codex reads the rollout files of Codex. A line is an envelope of timestamp,
// type and payload; files from before the envelope (2025) hold the bare
// payloads.
type codex struct{}

// Codex returns the format of Codex's rollout files.
func Codex() Format { return codex{} }

// Info describes the format.
func (codex) Info() Info {
	return Info{
		ID: "codex", Title: "Codex rollout", Label: "Codex", Client: "codex",
		VersionField: "field cli_version",
		Where:        "~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl, also .jsonl.zst and archived_sessions; CODEX_HOME moves ~/.codex",
		Shape:        "JSON lines with timestamp, type and payload, the first of type session_meta; older files the bare items, the oldest one object of session and items",
		Notes: []string{
			"declared tools are not in the file, only dynamic ones and those that tool_search loaded",
			"no error flag: failures are told by their text and by the events beside the call",
			"before 0.145 which MCP tool ran, and whether it failed, is not in the file",
		},
	}
}

// Open returns a reader for one file.
func (codex) Open(k Keys) Reader {
	return &cxReader{
		spec: walk.Compile(cxPaths()), keys: k, pool: newEventPool(), scheme: refusalsOf("codex"),
		ended: map[uint64]cxEnd{}, kinds: map[uint64]journey.ToolKind{},
	}
}

// The slots of an item: the payload of an envelope, or a bare line (cxBare).
const (
	cxNothing walk.Slot = iota
	cxType
	cxName
	cxSpace
	cxArgs
	cxInput
	cxAction
	cxCallID
	cxID
	cxOutput
	cxOutBlock
	cxOutText
	cxOutContent
	cxOutSuccess
	cxStatus
	cxRole
	cxTools
	cxFnName
	cxFnArgs
	cxResult
	cxTurnID
	cxMetaTurn
	cxTimestamp
	cxItem // number of item slots
)

// The slots of other fields. Those behind cxBare are the item slots of a bare
// line; its type is also that of an envelope.
const (
	cxBare    = cxItem
	cxPayload = 2*cxItem + iota
	cxCreated
	cxRecord
	cxInstructions
	cxGit

	cxSession
	cxCwd
	cxVersion
	cxProvider
	cxSource
	cxParent
	cxForked
	cxSpawnParent
	cxDynamic
	cxModel

	cxItemType
	cxItemID
	cxItemServer
	cxItemTool
	cxItemStatus
	cxItemError
	cxItemErrorText
	cxItemIsError
	cxItemText
	cxInvServer
	cxInvTool
	cxOkIsError
	cxOkIsErrorSnake
	cxOkText
	cxErr
	cxSuccess
	cxStderr
	cxMessage
	cxErrorText
	cxNewThread
	cxNewRole
	cxSlots // number of slots
)

// cxItemPaths are the paths of an item, below payload or at the root.
var cxItemPaths = [cxItem]string{
	cxType: "type", cxName: "name", cxSpace: "namespace", cxArgs: "arguments", cxInput: "input",
	cxAction: "action", cxCallID: "call_id", cxID: "id", cxOutput: "output", cxOutBlock: "output[].text",
	cxOutText: "output.text", cxOutContent: "output.content", cxOutSuccess: "output.success", cxStatus: "status",
	cxRole: "role", cxTools: "tools", cxFnName: "function.name", cxFnArgs: "function.arguments", cxResult: "result",
	cxTurnID:    "internal_chat_message_metadata_passthrough.turn_id",
	cxMetaTurn:  "metadata.turn_id",
	cxTimestamp: "timestamp",
}

// cxOtherPaths are the paths of the other slots.
var cxOtherPaths = [cxSlots]string{
	cxPayload: "payload", cxCreated: "created_at", cxRecord: "record_type", cxInstructions: "instructions", cxGit: "git",
	cxSession: "payload.session_id", cxCwd: "payload.cwd", cxVersion: "payload.cli_version",
	cxProvider: "payload.model_provider", cxSource: "payload.source", cxParent: "payload.parent_thread_id", cxForked: "payload.forked_from_id",
	cxSpawnParent: "payload.source.subagent.thread_spawn.parent_thread_id",
	cxDynamic:     "payload.dynamic_tools", cxModel: "payload.model",
	cxItemType: "payload.item.type", cxItemID: "payload.item.id", cxItemServer: "payload.item.server",
	cxItemTool: "payload.item.tool", cxItemStatus: "payload.item.status", cxItemError: "payload.item.error",
	cxItemErrorText: "payload.item.error.message", cxItemIsError: "payload.item.result.isError",
	cxItemText: "payload.item.result.content[].text", cxInvServer: "payload.invocation.server",
	cxInvTool: "payload.invocation.tool", cxOkIsError: "payload.result.Ok.isError", cxOkIsErrorSnake: "payload.result.Ok.is_error",
	cxOkText: "payload.result.Ok.content[].text", cxErr: "payload.result.Err", cxSuccess: "payload.success",
	cxStderr: "payload.stderr", cxMessage: "payload.message", cxErrorText: "payload.error.message",
	cxNewThread: "payload.new_thread_id", cxNewRole: "payload.new_agent_role",
}

func cxPaths() []string {
	paths := append([]string(nil), cxOtherPaths[:]...)
	for slot, path := range cxItemPaths {
		if path != "" {
			paths[slot], paths[slot+int(cxBare)] = "payload."+path, path
		}
	}
	return paths
}

// cxTypes are line types that only this client writes around a payload.
var cxTypes = [...]string{
	"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
	"token_usage_record", "inter_agent_communication", "inter_agent_communication_metadata",
}

// Detect looks for one envelope of this client, for the first line of a bare
// file, or for bare calls with call_id and arguments as text.
func (codex) Detect(h *Head) bool {
	w := walk.New(walk.Compile(cxDetect[:]))
	headed := false // a bare file may begin with id and time alone
	for i, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		var at [len(cxDetect)]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		text := func(slot int) bool { return at[slot].Kind == walk.String }
		typ := at[1].Of(line)
		switch {
		case at[2].Kind == walk.Object && text(1):
			if oneOf(typ, cxTypes[:]) && at[3].Kind != walk.None {
				return true
			}
		case at[1].Kind == walk.None && text(5) && text(3) && (at[6].Kind != walk.None || at[7].Kind == walk.Object):
			return true
		case text(4) && at[1].Kind == walk.None:
			return true
		case i == 0 && at[1].Kind == walk.None && text(5) && text(3):
			headed = true
		case headed && walk.Equal(typ, "message") && (walk.Equal(at[12].Of(line), "input_text") || walk.Equal(at[12].Of(line), "output_text")):
			return true
		case walk.Equal(typ, "function_call") && text(8) && text(9) && text(10),
			walk.Equal(typ, "function_call_output") && text(8) && at[11].Kind != walk.None:
			return true
		}
	}
	return false
}

var cxDetect = [...]string{
	1: "type", 2: "payload", 3: "timestamp", 4: "record_type", 5: "id", 6: "instructions", 7: "git",
	8: "call_id", 9: "name", 10: "arguments", 11: "output", 12: "content[].type",
}

// Peek reads what session_meta says, of the first one: a file that was forked
// holds that of the file before it too.
func (codex) Peek(h *Head) (p Peeked) {
	w := walk.New(walk.Compile([]string{
		1: "timestamp", 2: "payload.id", 3: "payload.session_id", 4: "payload.source.subagent", 5: "type", 6: "id",
		7: "payload.source.subagent.thread_spawn.parent_thread_id", 8: "payload.parent_thread_id", 9: "session.id", 10: "session.timestamp",
	}))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		var at [11]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		if p.Time == 0 {
			p.Time = max(millis(at[1].Of(line)), millis(at[10].Of(line)))
		}
		switch {
		case p.Session != "":
		case walk.Equal(at[5].Of(line), "session_meta"):
			p.Session = first(textOf(line, at[2]), textOf(line, at[3]))
			if at[4].Kind == walk.Object || at[4].Kind == walk.String {
				p.Agent, p.Parent = p.Session, first(textOf(line, at[7]), textOf(line, at[8]))
			}
		case at[5].Kind == walk.None:
			p.Session = first(textOf(line, at[6]), textOf(line, at[9]))
		}
	}
	return p
}

package format

import (
	"hopscope/sessions/walk"
)

// claudeCode reads the session files of Claude Code: JSON lines, one content
// block of a message to a line.
type claudeCode struct{}

// ClaudeCode returns the format of Claude Code's session files.
func ClaudeCode() Format { return claudeCode{} }

// Info describes the format.
func (claudeCode) Info() Info {
	return Info{
		ID: "claude-code", Title: "Claude Code session", Label: "Claude Code", Client: "claude-code",
		VersionField: "field version",
		Where:        "~/.claude/projects/<folder>/<session>.jsonl, CLAUDE_CONFIG_DIR moves ~/.claude",
		Shape:        "JSON lines with sessionId and type user, assistant, system, summary, attachment ...",
		Notes: []string{
			"before 2.1.268 declared tools are not in the file, only names of deferred ones",
			"a name that the client knows by an alias is stored under its present name",
		},
	}
}

// Open returns a reader for one file.
func (claudeCode) Open(k Keys) Reader {
	return newCCReader(ccPaths[:], k, refusalsOf("claude-code"))
}

func newCCReader(paths []string, k Keys, r recogniser) *ccReader {
	return &ccReader{
		spec: walk.Compile(paths), keys: k, pool: newEventPool(),
		scheme: r, lists: map[string]*ccList{}, texts: map[string]string{},
	}
}

// The slots of a line. Those before ccBlock are fields of the line.
const (
	ccNothing walk.Slot = iota
	ccType
	ccSubtype
	ccUUID
	ccSessionID
	ccCwd
	ccVersion
	ccTimestamp
	ccSidechain
	ccAgentID
	ccAPIError
	ccDenial
	ccSourceUUID
	ccRequestID
	ccMessageID
	ccModel
	ccRole
	ccParts
	ccContent
	ccErrFormatted
	ccErrMessage
	ccErrInner
	ccErrInnermost
	ccResultAgent
	ccAttachment
	ccFields // number of fields

	ccBlock
	ccBlockType
	ccBlockID
	ccBlockName
	ccBlockInput
	ccBlockFor
	ccBlockError
	ccBlockContent
	ccBlockText
	ccBlockServer
	ccInner
	ccInnerType
	ccInnerText
	ccInnerRef
	ccInnerCode

	ccAdded
	ccRemoved
	ccReadded
	ccSurfaced
	ccPending
	ccNeedsAuth
	ccFailed
	ccFailedName
	ccFailedError
	ccTool
	ccToolName
	ccToolDesc
	ccToolSchema
	ccToolInput
	ccEntry
	ccEntryName
	ccEntryDesc
	ccEntrySchema
	ccEntryDefer
	ccSystem
	ccSlots // number of slots
)

var ccPaths = [...]string{
	ccType: "type", ccSubtype: "subtype", ccUUID: "uuid", ccSessionID: "sessionId", ccCwd: "cwd",
	ccVersion: "version", ccTimestamp: "timestamp", ccSidechain: "isSidechain", ccAgentID: "agentId",
	ccAPIError: "isApiErrorMessage", ccDenial: "toolDenialKind", ccSourceUUID: "sourceToolAssistantUUID",
	ccRequestID: "requestId", ccMessageID: "message.id", ccModel: "message.model", ccRole: "message.role",
	ccParts: "message.parts", ccContent: "message.content",
	ccErrFormatted: "error.formatted", ccErrMessage: "error.message",
	ccErrInner: "error.error.message", ccErrInnermost: "error.error.error.message",
	ccResultAgent: "toolUseResult.agentId", ccAttachment: "attachment.type",

	ccBlock: "message.content[]", ccBlockType: "message.content[].type", ccBlockID: "message.content[].id",
	ccBlockName: "message.content[].name", ccBlockInput: "message.content[].input",
	ccBlockFor: "message.content[].tool_use_id", ccBlockError: "message.content[].is_error",
	ccBlockContent: "message.content[].content", ccBlockText: "message.content[].text",
	ccBlockServer: "message.content[].server_name",
	ccInner:       "message.content[].content[]", ccInnerType: "message.content[].content[].type",
	ccInnerText: "message.content[].content[].text", ccInnerRef: "message.content[].content[].tool_name",
	ccInnerCode: "message.content[].content.error_code",

	ccAdded: "attachment.addedNames[]", ccRemoved: "attachment.removedNames[]",
	ccReadded: "attachment.readdedNames[]", ccSurfaced: "attachment.surfacedNames[]",
	ccPending: "attachment.pendingMcpServers[]", ccNeedsAuth: "attachment.needsAuthMcpServers[]",
	ccFailed: "attachment.failedMcpServers[]", ccFailedName: "attachment.failedMcpServers[].name",
	ccFailedError: "attachment.failedMcpServers[].error",
	ccTool:        "attachment.tools[]", ccToolName: "attachment.tools[].name",
	ccToolDesc: "attachment.tools[].description", ccToolSchema: "attachment.tools[].schema",
	ccToolInput: "attachment.tools[].input_schema",
	ccEntry:     "attachment.entries[]", ccEntryName: "attachment.entries[].name",
	ccEntryDesc: "attachment.entries[].description", ccEntrySchema: "attachment.entries[].input_schema",
	ccEntryDefer: "attachment.entries[].defer_loading", ccSystem: "attachment.systemPrompt[]",
}

// ccTypes are line types that only this client writes, or writes with these
// fields.
var ccTypes = [...]string{
	"user", "assistant", "system", "summary", "attachment", "file-history-snapshot",
	"queue-operation", "permission-mode", "mode", "progress", "last-prompt", "custom-title", "ai-title",
}

// Detect looks for one line that is this client's without doubt: sessionId
// beside uuid and parentUuid, or beside a known type. Lines without it, in
// excerpts, are taken by the shape of their message, unless one is another
// client's: message.parts is Qwen Code, session_id alone is stream-json.
func (claudeCode) Detect(h *Head) bool {
	w := walk.New(walk.Compile(ccDetect[:]))
	sure, likely := false, false
	for _, line := range h.Lines {
		hits, st := w.Walk(line)
		if st.Result != walk.OK || st.Root != walk.Object {
			continue
		}
		var at [len(ccDetect)]walk.Range
		for _, hit := range hits {
			at[hit.Slot] = hit.Range
		}
		if at[cdParts].Kind != walk.None {
			return false
		}
		known := oneOf(at[cdType].Of(line), ccTypes[:])
		chained := at[cdUUID].Kind != walk.None && at[cdParent].Kind != walk.None
		switch {
		case at[cdSession].Kind == walk.String && (chained || known):
			sure = true
		case at[cdSnake].Kind != walk.None:
			return sure
		case known && at[cdRole].Kind == walk.String && at[cdContent].Kind != walk.None:
			likely = true
		}
	}
	return sure || likely
}

const (
	cdNothing = iota
	cdType
	cdUUID
	cdParent
	cdSession
	cdSnake
	cdParts
	cdRole
	cdContent
)

var ccDetect = [...]string{
	cdType: "type", cdUUID: "uuid", cdParent: "parentUuid", cdSession: "sessionId", cdSnake: "session_id",
	cdParts: "message.parts", cdRole: "message.role", cdContent: "message.content",
}

// Peek reads session, first time and agent.
func (claudeCode) Peek(h *Head) (p Peeked) {
	w := walk.New(walk.Compile([]string{1: "sessionId", 2: "timestamp", 3: "agentId"}))
	for _, line := range h.Lines {
		hits, _ := w.Walk(line)
		for _, hit := range hits {
			raw := hit.Of(line)
			switch {
			case hit.Slot == 1 && p.Session == "":
				p.Session, _ = walk.Head(raw, NameMax)
			case hit.Slot == 2 && p.Time == 0:
				p.Time = millis(raw)
			case hit.Slot == 3 && p.Agent == "":
				p.Agent, _ = walk.Head(raw, NameMax)
			}
		}
	}
	return p
}

func oneOf(raw []byte, words []string) bool {
	for _, w := range words {
		if walk.Equal(raw, w) {
			return true
		}
	}
	return false
}

package catalog

// Format describes one form of catalog, for the list of formats.
type Format struct {
	ID, Title string
	// Detect says by what it is recognised, Names in which form the names are
	// read.
	Detect, Names string
}

// formats in the order in which they are told apart. The ids are stable.
var formats = [...]Format{
	{"hopscope-catalog", "hopscope catalog", "an object with schema hopscope.catalog/1", "as its field form says"},
	{"mcp-tools-list", "MCP tools/list", "an object with tools[] whose elements have inputSchema; bare, in result, in a JSON-RPC message or session log, several pages one after another or in an array", "registered"},
	{"init-line", "system/init line", "an object with type system and subtype init", "safe"},
	{"prompt-snapshot", "prompt snapshot", "an attachment prompt_snapshot or deferred_tools_record, or entries with name and schema", "wire"},
	{"mcp-config", "MCP server configuration", "an object with mcpServers, servers, mcp or context_servers", "none: servers only"},
	{"codex-config", "Codex config.toml", "TOML with tables mcp_servers.NAME", "none: servers only"},
	{"mcp-server-json", "MCP registry server.json", "an object whose $schema ends in server.schema.json", "none: servers only"},
	{"openai-chat-tools", "OpenAI chat tools", "an array, or tools of a request body, of entries with function.name; functions[] of old requests", "wire"},
	{"anthropic-tools", "Anthropic tools", "entries with input_schema, or with a type that ends in _YYYYMMDD", "wire"},
	{"openai-responses-tools", "OpenAI Responses tools", "entries with type and name side by side: function, custom, namespace; typed entries without name count by their type", "wire"},
	{"gemini-tools", "Gemini function declarations", "entries with functionDeclarations or function_declarations", "wire"},
	{"bedrock-tools", "Bedrock toolConfig", "entries with toolSpec", "wire"},
	{"definition-map", "name to definition map", "an object whose values are objects with inputSchema, input_schema or parameters", "registered"},
	{"named-entries", "list of named entries", "an array of objects with name and no schema", "registered"},
	{"name-list", "plain list", "text with one name a line, server<TAB>tool for MCP tools, # comments; or a JSON array of strings", "registered"},
}

// Formats lists every form that Parse reads.
func Formats() []Format { return append([]Format(nil), formats[:]...) }

// Title names a form for people; what is no form is returned as it is.
func Title(id string) string {
	for _, f := range formats {
		if f.ID == id {
			return f.Title
		}
	}
	return id
}

package provider

import "hopscope/journey"

// anthropicReserved are the names that Anthropic's own tools have: the type
// field fixes them, and a tool of this name beside such an entry makes a
// duplicate.
var anthropicReserved = []journey.ReservedName{
	{Name: "bash", Why: "of type bash_20241022 and later", Source: anthropicTypes},
	{Name: "str_replace_editor", Why: "of type text_editor_20241022 and text_editor_20250124", Source: anthropicTypes},
	{Name: "str_replace_based_edit_tool", Why: "of type text_editor_20250429 and later", Source: anthropicTypes},
	{Name: "computer", Why: "of type computer_20241022 and later", Source: anthropicTypes},
	{Name: "memory", Why: "of type memory_20250818", Source: anthropicTypes},
	{Name: "web_search", Why: "of type web_search_20250305 and later, run by the server", Source: anthropicTypes},
	{Name: "web_fetch", Why: "of type web_fetch_20250910 and later, run by the server", Source: anthropicTypes},
	{Name: "code_execution", Why: "of type code_execution_20250522 and later, run by the server", Source: anthropicTypes},
	{Name: "bash_code_execution", Why: "calls of code_execution come back as this", Source: anthropicTypes},
	{Name: "text_editor_code_execution", Why: "calls of code_execution come back as this", Source: anthropicTypes},
	{Name: "tool_search_tool_regex", Why: "of type tool_search_tool_regex_20251119", Source: anthropicTypes},
	{Name: "tool_search_tool_bm25", Why: "of type tool_search_tool_bm25_20251119", Source: anthropicTypes},
	{Name: "advisor", Why: "of type advisor_20260301", Source: anthropicTypes},
}

const anthropicTypes = "literals in npm @anthropic-ai/sdk@1.14.0, read 2026-11-29"

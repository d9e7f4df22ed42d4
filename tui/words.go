package tui

// Sentences for what is not there: why, and what would show it.
const (
	wordsNoCalls   = "This file holds no calls. Dispatch and History show what would happen."
	wordsNoList    = "Declared tools are not in this file: names that ran are taken as the list."
	wordsNoRequest = "The request is not in this file; a HAR or proxy log as second PATH shows it."
	wordsCantTell  = "cannot tell, no list of declared tools"
)

// wordsServersOnly says that an input names servers but no tools.
func wordsServersOnly(n int) string {
	return plural(n, "server, names", "servers, names") + " unknown: list them live with hopscope catalog --config FILE."
}

// wordsNoMatch says that a filter hides every row.
func wordsNoMatch(filter string, all int) string {
	return `No tool matches "` + filter + `". esc shows all ` + comma(all) + "."
}

// wordsNoFailures says that nothing failed.
func wordsNoFailures(calls int) string {
	return "No failures in " + plural(calls, "call.", "calls.")
}

// wordsNoRelation says that an unknown name fits nothing.
func wordsNoRelation(tools int) string {
	return "No relation to any of the " + comma(tools) + " tools."
}

// wordsRefused says that a provider refused requests, and nothing was called.
func wordsRefused(n int, key string) string {
	return plural(n, "request was", "requests were") + " refused, no tool was called; " + key + " says why."
}

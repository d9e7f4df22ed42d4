package vocab

import "slices"

// Tasks returns the capabilities that the table knows for a name: those of all
// names and aliases of all clients, and of the provider tools that have a name,
// which are equal by AsciiFold. Tasks that say nothing about a target are left
// out.
func (t *Table) Tasks(name string) []string {
	noTarget := map[string]bool{}
	for _, c := range t.Capabilities() {
		noTarget[c.ID] = c.NoTarget
	}
	var tasks []string
	for _, hit := range t.LookupASCII(name) {
		if hit.Via == ViaType || noTarget[hit.Capability] || slices.Contains(tasks, hit.Capability) {
			continue
		}
		tasks = append(tasks, hit.Capability)
	}
	return tasks
}

// UsualFunction returns the function that a client at a version is usually known by
// for a task: the first row that it declares and that is not known to be
// absent there. An empty version is the newest that was looked at.
func (t *Table) UsualFunction(client, version, capability string) (Entry, bool) {
	if version == "" {
		c, _ := t.Client(client)
		version = c.Newest()
	}
	for _, e := range t.Cell(client, capability) {
		function := e.Kind == "" || e.Kind == "function"
		if function && !e.Mentioned && t.Has(client, version, e.Name).Answer != No {
			return e, true
		}
	}
	return Entry{}, false
}

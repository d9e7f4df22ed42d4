package journey

// AgentLabel is what a subagent is called that made a call: its type, else its
// id; empty for the main line.
func (s *Session) AgentLabel(row int) string {
	if s == nil || row < 0 || row >= len(s.Rows) {
		return ""
	}
	i := int(s.Rows[row].Agent)
	if i == 0 || i >= len(s.Agents) {
		return ""
	}
	if a := s.Agents[i]; a.Type != "" {
		return a.Type
	}
	return s.Agents[i].ID
}

// Package themes turns semantic roles into colours. A theme is data: the
// screens name a role, never a hue.
package themes

// Role is what a piece of text means on screen.
type Role uint8

// The roles of the palette, in its order. The zero value is plain text. Sel
// and Over are backgrounds; Brk and Match set both colours.
const (
	Text Role = iota
	Muted
	Line
	Accent
	Sel
	Over
	Bad
	Brk
	Warn
	Ok
	Changed
	Off
	From
	To
	Key
	Str
	Place
	Match
)

var roleIDs = [...]string{"text", "muted", "line", "accent", "sel", "over", "bad", "brk", "warn", "ok", "changed", "off", "from", "to", "key", "str", "place", "match"}

// Roles lists every role.
func Roles() []Role {
	all := make([]Role, len(roleIDs))
	for i := range all {
		all[i] = Role(i)
	}
	return all
}

// String returns the id of the role, as in theme files.
func (r Role) String() string {
	if int(r) < len(roleIDs) {
		return roleIDs[r]
	}
	return "text"
}

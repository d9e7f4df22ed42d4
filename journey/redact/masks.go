package redact

import "slices"

// otherMasks are the masks of rules that are no rows of a table.
var otherMasks = []string{
	"basic-credentials", "bearer-token", "credentials", "discord-token", "email", "home", "host", "jwt", "pgp-key", "private-key", "secret", "sentry-dsn", "ssh-key",
	"telegram-token", "user",
}

// masks are the ids of all rules, sorted: what stands in a mask.
var masks = func() []string {
	list := slices.Clone(otherMasks)
	for _, x := range forms {
		list = append(list, x.mask)
	}
	for _, x := range labels {
		list = append(list, x.rule)
	}
	slices.Sort(list)
	return slices.Compact(list)
}()

// longestMask is more than the length of every mask with its brackets.
const longestMask = 32

// Rules returns the ids of all rules, sorted.
func Rules() []string { return slices.Clone(masks) }

// inNames reports whether a rule counts in names too: all but those of hosts
// and users, which are often the very name of a server.
func inNames(rule string) bool {
	return rule != "host" && rule != "user"
}

// Weak reports whether a rule does not count in names: that of hosts and that
// of users.
func Weak(rule string) bool { return !inNames(rule) }

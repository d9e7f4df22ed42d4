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

// inNames reports whether a rule counts in names too: those that know a secret
// by its own form.
func inNames(rule string) bool {
	switch rule {
	case "host", "user", "authorization", "cookie", "password", "secret", "token", "api-key", "signature", "bearer-token", "basic-credentials", "datadog-key", "azure-key", "aws-secret":
		return false
	}
	return true
}

// Weak reports whether a rule knows its finds only by what stands around them,
// so that it does not count in names: hosts, users, values of labels.
func Weak(rule string) bool { return !inNames(rule) }

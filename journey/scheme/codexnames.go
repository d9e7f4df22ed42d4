package scheme

import (
	"crypto/sha1" // the client's own digest, not a protection
	"encoding/hex"
	"strconv"
	"strings"

	"hopscope/journey"
)

const (
	codexPrefix = "mcp__"
	// codexSuffix is the length of "_" and twelve hex digits.
	codexSuffix = 13
)

// codexDigest returns the SHA-1 of parts joined by NUL, in hex.
func codexDigest(parts ...string) string {
	sum := sha1.Sum([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// codexPart folds one part of the pair; an empty one becomes _.
func codexPart(s string) string {
	if s == "" {
		return "_"
	}
	return fold(s, &word, codePoints)
}

// codexNamespace is the namespace of a server before clashes are looked at: the
// prefix comes before the folded key, unless that begins with it already.
func codexNamespace(server journey.Server) string {
	part := codexPart(string(server))
	if strings.HasPrefix(part, codexPrefix) {
		return part
	}
	return codexPrefix + part
}

// codexHashedNamespace is the namespace of a server that shares its plain one
// with another. The third part is the connector id, empty for a server. A
// doubled underscore at the end stays at the end.
func codexHashedNamespace(server journey.Server) string {
	key := string(server)
	hash := "_" + codexDigest(key, key, "")[:codexSuffix-1]
	plain := codexNamespace(server)
	if short, ok := strings.CutSuffix(plain, "__"); ok {
		return short + hash + "__"
	}
	return plain + hash
}

// codexIdentity is what a tool's hash is made of: server, namespace and
// connector, then the tool's name twice.
func codexIdentity(server journey.Server, tool journey.Registered) string {
	key, name := string(server), string(tool)
	return strings.Join([]string{key, key, "", name, name}, "\x00")
}

// codexToolSuffix is what a tool that clashes or does not fit gets; a further
// attempt, where the result is taken as well, has its number in the hash.
func codexToolSuffix(identity string, attempt int) string {
	if attempt > 0 {
		identity += "\x00" + strconv.Itoa(attempt)
	}
	return "_" + codexDigest(identity)[:codexSuffix-1]
}

// codexRefuses reports whether the client takes no tools of a server with this
// key: one with a blank or with other than ASCII text.
func codexRefuses(server journey.Server) bool {
	for _, r := range string(server) {
		if r <= ' ' || r >= 0x7f {
			return true
		}
	}
	return false
}

// codexFit gives a name its suffix and makes namespace and name fit the limit,
// which counts two more. changed says what was done.
func codexFit(limit int, namespace, name, suffix string) (ns, fitted, changed string) {
	changed = "hashed"
	room := limit - 2 - len(namespace) - len(suffix)
	if room < 0 {
		namespace = namespace[:limit-2-len(suffix)]
		room = 0
		changed = "cut, hashed"
	}
	if len(name) > room {
		name = name[:room]
		changed = "cut, hashed"
	}
	return namespace, name + suffix, changed
}

// codexFlatLimit is the longest flat name of the versions before namespaces.
const codexFlatLimit = 64

// codexFlat is the one name of the versions before namespaces: mcp__S__T,
// over 64 characters the first 24 and the SHA-1 of all of it.
func codexFlat(server journey.Server, tool journey.Registered, keepAll bool) (name, changed string) {
	raw := doubleUnderscore.join(string(server), string(tool))
	name = raw
	if !keepAll {
		name = fold(raw, &wordDash, codePoints)
		changed = foldWords(raw, &wordDash)
	}
	if len(name) > codexFlatLimit {
		digest := codexDigest(raw)
		head := name[:codexFlatLimit-len(digest)]
		return strings.ToValidUTF8(head, "") + digest, joinWords(changed, "cut, hashed")
	}
	return name, changed
}

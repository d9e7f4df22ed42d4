package scheme

import (
	"strconv"
	"strings"

	"hopscope/journey"
)

// agentsURLPrefixes stand before a URL in the names that the SDK for Python
// makes of a transport and its endpoint; the SDK for JavaScript knows the first
// and the last.
var agentsURLPrefixes = [...]string{"sse: ", "streamable_http: ", "streamable-http: "}

// agentsServerName takes credentials, query and fragment out of a server name
// that is a URL. A URL that cannot be read becomes <invalid-url>.
func agentsServerName(name string) string {
	prefix, rest := agentsURLPrefix(name)
	u, ok := splitURL(rest)
	switch {
	case !ok && (prefix != "" || isHTTP(lowerASCII(rest))):
		return prefix + "<invalid-url>"
	case !ok || u.scheme != "http" && u.scheme != "https":
		return name
	}
	host, port, ok := u.hostPort()
	if !ok || host == "" || strings.ContainsFunc(host, pySpace) {
		return prefix + "<invalid-url>"
	}
	return prefix + u.scheme + "://" + joinHost(host, port) + u.path
}

// agentsJSServerName does the same as the SDK for JavaScript: a URL without
// secrets stays as it is, host and path of others are written as a browser
// writes them, and one that cannot be read becomes <redacted endpoint>.
func agentsJSServerName(name string) string {
	prefix, rest := agentsURLPrefix(name)
	if prefix == agentsURLPrefixes[1] {
		prefix, rest = "", name
	}
	u, ok := splitURL(strings.ReplaceAll(rest, `\`, "/"))
	ok = ok && (u.scheme == "http" || u.scheme == "https")
	var host, port string
	if ok {
		host, port, ok = u.hostPort()
		ok = ok && host != "" && !strings.ContainsAny(host, " <>^|%")
	}
	switch {
	case !ok && prefix != "":
		return prefix + "<redacted endpoint>"
	case !ok && isHTTP(lowerASCII(strings.TrimLeftFunc(rest, pySpace))):
		return "<redacted endpoint>"
	case !ok || !u.secrets:
		return name
	}
	if port == "80" && u.scheme == "http" || port == "443" && u.scheme == "https" {
		port = ""
	}
	if u.path == "" {
		u.path = "/"
	}
	return prefix + u.scheme + "://" + joinHost(host, port) + escapePath(u.path)
}

func agentsURLPrefix(name string) (prefix, rest string) {
	for _, p := range agentsURLPrefixes {
		if rest, ok := strings.CutPrefix(name, p); ok {
			return p, rest
		}
	}
	return "", name
}

func isHTTP(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// splitName is a URL in the pieces that matter for a server's name.
type splitName struct {
	scheme, netloc, path string
	// secrets: there are credentials, a query or a fragment.
	secrets bool
}

// splitURL takes a URL apart as Python's urlsplit does: blanks before it and
// tabs and line ends in it do not count. ok is false for brackets that do not
// close, for a host in brackets that is no address, and for a host that would
// become other pieces once it is composed.
func splitURL(s string) (u splitName, ok bool) {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' })
	s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
	if at := strings.IndexByte(s, ':'); at > 0 && schemeName(s[:at]) {
		u.scheme, s = lowerASCII(s[:at]), s[at+1:]
	}
	if rest, found := strings.CutPrefix(s, "//"); found {
		end := strings.IndexAny(rest, "/?#")
		if end < 0 {
			end = len(rest)
		}
		u.netloc, s = rest[:end], rest[end:]
	}
	open, shut := strings.Contains(u.netloc, "["), strings.Contains(u.netloc, "]")
	if open != shut || open && !addressInBrackets(u.netloc) {
		return u, false
	}
	if !isASCII(u.netloc) {
		bare := strings.NewReplacer("@", "", ":", "", "#", "", "?", "").Replace(u.netloc)
		if composed := journey.NFKC(bare); composed != bare && strings.ContainsAny(composed, "/?#@:") {
			return u, false
		}
	}
	u.path = s
	if end := strings.IndexAny(s, "?#"); end >= 0 {
		u.path = s[:end]
	}
	u.secrets = len(u.path) < len(s) && strings.Trim(s[len(u.path):], "?#") != "" || strings.Trim(credentials(u.netloc), ":") != ""
	return u, true
}

func schemeName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9') && !strings.ContainsRune("+-.", r)) {
			return false
		}
	}
	return true
}

func credentials(netloc string) string {
	at := strings.LastIndexByte(netloc, '@')
	if at < 0 {
		return ""
	}
	return netloc[:at]
}

// addressInBrackets reports whether what stands in brackets looks like an
// IPv6 address: hex digits, colons and dots, with a zone behind %.
func addressInBrackets(netloc string) bool {
	_, rest, _ := strings.Cut(netloc, "[")
	inside, _, ok := strings.Cut(rest, "]")
	address, _, _ := strings.Cut(inside, "%")
	return ok && strings.Contains(address, ":") && strings.Trim(address, "0123456789abcdefABCDEF:.") == ""
}

// hostPort returns the host in lower case and the port as a number, empty for
// none. ok is false for a port that is no number up to 65535.
func (u *splitName) hostPort() (host, port string, ok bool) {
	info := u.netloc[strings.LastIndexByte(u.netloc, '@')+1:]
	if _, inside, open := strings.Cut(info, "["); open {
		host, port, _ = strings.Cut(inside, "]")
		_, port, _ = strings.Cut(port, ":")
	} else {
		host, port, _ = strings.Cut(info, ":")
	}
	host = strings.ToLower(host)
	if port == "" {
		return host, "", true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return host, strconv.FormatUint(n, 10), err == nil
}

func joinHost(host, port string) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	return host
}

// escapePath writes a path as a browser does: what is not printable ASCII, and
// the blank, quotes and brackets that may not stand in a path, as %XX.
func escapePath(path string) string {
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>^`{}", c) >= 0 {
			b.WriteByte('%')
			b.WriteString(strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

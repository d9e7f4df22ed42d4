package redact

import (
	"slices"
	"strings"
)

// link finds what a URL gives away at its "://": user and password, and the
// host. Ports, paths and the parts of a query stay.
func (f *finder) link(i int) {
	s := f.s
	skip := slashes(s, i+1)
	if skip == 0 || i == 0 || !isAlnum(s[i-1]) {
		return
	}
	from := i + 1 + skip
	end := authority(s, from)
	host := from
	if at := strings.LastIndexByte(s[from:end], '@'); at >= 0 {
		host = from + at + 1
	} else if k := strings.IndexByte(s[from:end], ':'); k >= 0 && !port(s[from+k+1:end]) {
		// a password with a slash inside
		far := min(len(s), from+256)
		for j := from; j < far; j++ {
			if c := s[j]; isSpace(c) || c == '"' || c == '\'' || c == '\\' || c == '<' {
				far = j
			}
		}
		if at := strings.LastIndexByte(s[from:far], '@'); at >= 0 {
			host = from + at + 1
			end = authority(s, host)
		}
	}
	if host > from+1 {
		rule := "credentials"
		if user := s[from : host-1]; strings.Contains(s[host:end], "sentry") {
			rule = "sentry-dsn"
		} else if user == "git" {
			rule = ""
		}
		if rule != "" {
			f.add(from, host-1, rule, rankLink)
		}
	}
	stop := host
	for stop < end && s[stop] != ':' {
		stop++
	}
	if host < end && s[host] == '[' {
		if k := strings.IndexByte(s[host:end], ']'); k > 0 {
			stop = host + k + 1
		}
	}
	if name := s[host:stop]; name != "" && !public(name) && hostly(name) {
		f.add(host, stop, "host", rankLink)
	}
}

// slashes returns the length of the two slashes at i, which may be escaped, or
// 0.
func slashes(s string, i int) int {
	for _, p := range []string{"//", `\/\/`, `\\/\\/`, "%2F%2F", "%2f%2f"} {
		if strings.HasPrefix(s[i:], p) {
			return len(p)
		}
	}
	return 0
}

// authority returns the end of user, host and port of a URL.
func authority(s string, from int) int {
	end := from
	for end < len(s) && end-from < 512 {
		switch c := s[end]; {
		case c <= ' ', strings.IndexByte("/\\?#\"'`<>(){},;|", c) >= 0, c == '%' && strings.HasPrefix(strings.ToLower(s[end:min(len(s), end+3)]), "%2f"):
			return end
		}
		end++
	}
	return end
}

func port(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return len(s) <= 5
}

// hostly reports whether a text can be the name or the address of a host.
func hostly(s string) bool {
	letters := false
	for i := range len(s) {
		c := s[i]
		letters = letters || isWord(c)
		if !isWord(c) && c != '.' && c != '-' && c != '[' && c != ']' && c != ':' && c != '%' {
			return false
		}
	}
	return letters
}

// publicHosts are hosts that say nothing about who uses them: those of model
// providers, code hosts, registries and documentation.
var publicHosts = []string{
	"aistudio.google.com", "api.anthropic.com", "api.deepseek.com", "api.github.com", "api.githubcopilot.com", "api.groq.com", "api.mistral.ai", "api.openai.com",
	"api.x.ai", "claude.ai", "code.claude.com", "console.anthropic.com", "crates.io", "developer.mozilla.org", "docs.anthropic.com", "docs.claude.com", "docs.github.com",
	"docs.rs", "en.wikipedia.org", "example.com", "example.net", "example.org", "generativelanguage.googleapis.com", "github.com", "gitlab.com", "go.dev", "golang.org",
	"json-schema.org", "localhost", "models.dev", "modelcontextprotocol.io", "npmjs.com", "openai.com", "openrouter.ai", "opencode.ai", "pkg.go.dev", "platform.claude.com",
	"platform.openai.com", "proxy.golang.org", "pypi.org", "raw.githubusercontent.com", "registry.npmjs.org", "schemas.microsoft.com", "stackoverflow.com", "www.google.com",
	"www.npmjs.com", "www.w3.org", "chatgpt.com", "support.claude.com", "ai.google.dev", "cloud.google.com", "hooks.slack.com", "discord.com", "json.schemastore.org",
}

// public reports whether a host may stay.
func public(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return slices.Contains(publicHosts, host) || strings.HasPrefix(host, "127.") || host == "0.0.0.0" || host == "[::1]" ||
		strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".example.com") || strings.HasSuffix(host, ".example")
}

// email finds an address at its at sign, which may be written %40: from i on,
// and host begins behind it.
func (f *finder) email(i, host int) {
	s := f.s
	from := i
	for from > 0 && i-from < 64 && mailLocal(s[from-1]) {
		if afterEscape(s, from) {
			break
		}
		from--
	}
	for from < i && s[from]&0xC0 == 0x80 {
		from++ // half a rune
	}
	for from < i && (s[from] == '.' || s[from] == '-' || s[from] == '\'') {
		from++
	}
	if from == i {
		return
	}
	end, dot := host, 0
	for end < len(s) && end-i < 254 && (inSet[s[end]]&(setAlnum|setDash|setDot) != 0 || s[end] >= 0x80) {
		if s[end] == '.' {
			dot = end
		}
		end++
	}
	for end > host && end < len(s) && s[end]&0xC0 == 0x80 {
		end-- // half a rune
	}
	for end > host && (s[end-1] == '.' || s[end-1] == '-') {
		end--
		if dot >= end {
			dot = strings.LastIndexByte(s[i:end], '.') + i
		}
	}
	switch name := s[host:end]; {
	case name == "":
	case ip4(name):
		f.add(host, end, "host", rankHost)
	case dot > i && topLevel(s[dot+1:end]):
		f.add(from, end, "email", rankEmail)
	}
}

func mailLocal(c byte) bool {
	return inSet[c]&(setAlnum|setUnderscore|setDash|setDot) != 0 || c == '+' || c == '\'' || c >= 0x80
}

// topLevel reports whether s can be the last part of a host: letters only, at
// least two. File endings that follow an at sign in names of files (icon@2x.png)
// are none.
func topLevel(s string) bool {
	if len(s) < 2 {
		return false
	}
	for i := range len(s) {
		if !isLower(s[i]) && !isUpper(s[i]) && s[i] < 0x80 && !strings.HasPrefix(s, "xn--") {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "tsx", "jsx", "json", "css", "html", "md", "yaml", "yml", "service", "tgz", "zip":
		return false
	}
	return true
}

// address finds an IPv4 address outside of a URL: a private one, or one with a
// port.
func (f *finder) address(i int) {
	s := f.s
	end := run(s, i, setDigit|setDot, 16)
	if end-i > 15 || i > 0 && (s[i-1] == '.' || s[i-1] == '-' || s[i-1] == '/' && i > 1 && isAlnum(s[i-2])) || end < len(s) && (isWord(s[end]) || s[end] == '-') {
		return
	}
	ip := strings.TrimRight(s[i:end], ".")
	end = i + len(ip)
	if !ip4(ip) || public(ip) {
		return
	}
	hasPort := end+1 < len(s) && s[end] == ':' && isDigit(s[end+1])
	if hasPort || privateIP(ip) {
		f.add(i, end, "host", rankHost)
	}
}

func ip4(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return false
	}
	for _, p := range parts {
		if len(p) == 0 || len(p) > 3 || !port(p) || len(p) == 3 && p > "255" || len(p) > 1 && p[0] == '0' {
			return false
		}
	}
	return true
}

func privateIP(s string) bool {
	if strings.HasPrefix(s, "10.") || strings.HasPrefix(s, "192.168.") || strings.HasPrefix(s, "169.254.") {
		return true
	}
	if rest, ok := strings.CutPrefix(s, "172."); ok {
		second, _, _ := strings.Cut(rest, ".")
		return len(second) == 2 && second >= "16" && second <= "31"
	}
	return false
}

// privateZones end the names of hosts that only a company or a home knows.
var privateZones = []string{"corp", "home.arpa", "internal", "intra", "intranet", "lan", "local", "localdomain"}

// private finds the name of a host of a private zone outside of a URL, at the
// dot before its zone.
func (f *finder) private(i int) {
	s := f.s
	if i+1 == len(s) || s[i+1] != 'c' && s[i+1] != 'h' && s[i+1] != 'i' && s[i+1] != 'l' {
		return // no zone begins so
	}
	for _, zone := range privateZones {
		if end := i + 1 + len(zone); strings.HasPrefix(s[i+1:], zone) && (end == len(s) || !isWord(s[end]) && s[end] != '-' && s[end] != '(' &&
			(s[end] != '.' || end+1 == len(s) || !isWord(s[end+1]))) {
			from := i
			for from > 0 && i-from < 253 && inSet[s[from-1]]&(setAlnum|setDash|setDot) != 0 && !afterEscape(s, from) {
				from--
			}
			if from < i && isAlnum(s[from]) && (from == 0 || s[from-1] != '/' && s[from-1] != '_' && s[from-1] != '\\') && !envFile(s[from:i]) {
				f.add(from, end, "host", rankHost)
			}
			return
		}
	}
}

// envFile reports whether what stands before .local is the name of a file.
func envFile(s string) bool {
	return strings.HasSuffix(s, "env") || strings.HasSuffix(s, "settings") || strings.HasSuffix(s, "CLAUDE") || strings.HasSuffix(s, "config")
}

// hostValue masks the host that is the value of a label such as Server=.
func (f *finder) hostValue(start, end int) {
	v := f.s[start:end]
	for _, p := range []string{"tcp:", "udp:"} {
		if strings.HasPrefix(v, p) {
			start, v = start+len(p), v[len(p):]
		}
	}
	if k := strings.IndexAny(v, ":,/"); k >= 0 {
		v = v[:k]
	}
	if strings.Contains(v, ".") && hostly(v) && !public(v) && (ip4(v) || topLevel(v[strings.LastIndexByte(v, '.')+1:])) {
		f.add(start, start+len(v), "host", rankHost)
	}
}

package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"hopscope/journey"
	"hopscope/sessions/node"
)

// Config reads how the servers of a client's configuration are started: the
// JSON files with mcpServers, servers, mcp or context_servers (comments
// allowed), and Codex's config.toml. look gives the value of an environment
// variable; only those that the file names as ${NAME} or ${NAME:-default} are
// asked for. Nothing is started here.
func Config(data []byte, look func(string) (string, bool)) ([]Server, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	if len(trimmed) == 0 {
		return nil, errors.New("the file is empty")
	}
	if trimmed[0] != '{' && !bytes.HasPrefix(trimmed, []byte("/")) {
		return tomlServers(data, look)
	}
	docs, err := node.Documents(data)
	if err != nil {
		if docs, err = node.Documents(node.Relax(data)); err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
	}
	if len(docs) != 1 {
		return nil, errors.New("more than one JSON value; want one configuration")
	}
	servers := jsonServers(docs[0], look)
	if len(servers) == 0 {
		return nil, errors.New("no MCP servers stand in it: mcpServers, servers, mcp, context_servers and mcp_servers are read")
	}
	return servers, nil
}

// serverPaths are where configurations keep their servers.
var serverPaths = [][]string{
	{"mcpServers"}, {"mcp_servers"}, {"context_servers"}, {"mcp", "servers"}, {"mcp"}, {"servers"},
}

func jsonServers(v node.Value, look func(string) (string, bool)) []Server {
	var list []Server
	add := func(from node.Value) {
		for key, s := range from.Members() {
			if s.Kind() == node.Object && !slices.ContainsFunc(list, func(o Server) bool { return string(o.Key) == key }) {
				if server, ok := jsonServer(key, s, look); ok {
					list = append(list, server)
				}
			}
		}
	}
	for _, path := range serverPaths {
		add(v.Get(path...))
	}
	// Claude Code keeps the servers of each project in one file.
	for _, project := range v.Get("projects").Members() {
		add(project.Get("mcpServers"))
	}
	return list
}

// jsonServer reads one server; ok is false for what has neither a command nor
// a URL.
func jsonServer(key string, v node.Value, look func(string) (string, bool)) (s Server, ok bool) {
	expand := func(text string) string { return Expand(text, look) }
	s = Server{Key: journey.Server(key), Dir: expand(v.Get("cwd").Str())}
	command := v.Get("command")
	if command.Kind() == node.Object { // Zed
		v, command = command, command.Get("path")
	}
	if list, isList := command.Texts(); isList && len(list) > 0 {
		s.Command = append(s.Command, list...)
	} else if text, isText := command.Text(); isText && text != "" {
		s.Command = append(s.Command, text)
	}
	args, _ := v.Get("args").Texts()
	if len(s.Command) > 0 {
		s.Command = append(s.Command, args...)
	}
	for i := range s.Command {
		s.Command[i] = expand(s.Command[i])
	}
	for _, field := range []string{"env", "environment"} {
		for name, value := range v.Get(field).Members() {
			s.Env = append(s.Env, name+"="+expand(value.Str()))
		}
	}
	for _, field := range []string{"url", "httpUrl", "serverUrl"} {
		if s.URL == "" && len(s.Command) == 0 {
			s.URL = expand(v.Get(field).Str())
		}
	}
	for name, value := range v.Get("headers").Members() {
		s.header(name, expand(value.Str()))
	}
	enabled := v.Get("enabled")
	s.Disabled = v.Get("disabled").True() || enabled.Kind() == node.Bool && !enabled.True()
	return s, len(s.Command) > 0 || s.URL != ""
}

func (s *Server) header(name, value string) {
	if s.Headers == nil {
		s.Headers = map[string]string{}
	}
	s.Headers[name] = value
}

// codexServer is a table mcp_servers.NAME of Codex's config.toml.
type codexServer struct {
	Command string            `toml:"command"`
	Args    []string          `toml:"args"`
	Env     map[string]string `toml:"env"`
	EnvVars []string          `toml:"env_vars"`
	Cwd     string            `toml:"cwd"`
	URL     string            `toml:"url"`
	Headers map[string]string `toml:"http_headers"`
	EnvHead map[string]string `toml:"env_http_headers"`
	Bearer  string            `toml:"bearer_token_env_var"`
	Enabled *bool             `toml:"enabled"`
}

// tomlMax is the largest configuration in bytes; the decoder needs some
// hundred times as much.
const tomlMax = 1 << 20

func tomlServers(data []byte, look func(string) (string, bool)) ([]Server, error) {
	if len(data) > tomlMax {
		return nil, fmt.Errorf("a configuration of more than %d MB", tomlMax>>20)
	}
	var file struct {
		Servers map[string]codexServer `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(data, &file); err != nil {
		var d *toml.DecodeError
		if errors.As(err, &d) {
			row, col := d.Position()
			return nil, fmt.Errorf("line %d, column %d: %w", row, col, d)
		}
		return nil, err
	}
	var list []Server
	for _, key := range sortedKeys(file.Servers) {
		c := file.Servers[key]
		s := Server{Key: journey.Server(key), Dir: c.Cwd, URL: c.URL, Disabled: c.Enabled != nil && !*c.Enabled}
		if c.Command != "" {
			s.Command, s.URL = append([]string{c.Command}, c.Args...), ""
		}
		for _, name := range sortedKeys(c.Env) {
			s.Env = append(s.Env, name+"="+c.Env[name])
		}
		for _, name := range c.EnvVars {
			if value, ok := look(name); ok {
				s.Env = append(s.Env, name+"="+value)
			}
		}
		for name, value := range c.Headers {
			s.header(name, value)
		}
		for name, variable := range c.EnvHead {
			if value, ok := look(variable); ok {
				s.header(name, value)
			}
		}
		if value, ok := look(c.Bearer); ok && c.Bearer != "" {
			s.header("Authorization", "Bearer "+value)
		}
		if len(s.Command) > 0 || s.URL != "" {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no MCP servers stand in it: want tables [mcp_servers.NAME]")
	}
	return list, nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// variable is ${NAME}, ${env:NAME} or ${NAME:-default}.
var variable = regexp.MustCompile(`\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(:-[^}]*)?\}`)

// Expand puts in the variables that a text names. One that is not set and has
// no default stays as it stands.
func Expand(text string, look func(string) (string, bool)) string {
	return variable.ReplaceAllStringFunc(text, func(found string) string {
		m := variable.FindStringSubmatch(found)
		if value, ok := look(m[1]); ok {
			return value
		}
		if m[2] != "" {
			return strings.TrimPrefix(m[2], ":-")
		}
		return found
	})
}

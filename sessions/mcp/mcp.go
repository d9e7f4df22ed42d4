// Package mcp lists the tools of MCP servers that run: over stdio a command
// that the user gave, over streamable HTTP a URL. It starts and asks nothing
// else, and never calls a tool.
//
// What a server sends is read twice: by the SDK, which leads the conversation,
// and as a log by package catalog, which reads the names as they stand on the
// wire. So names that an SDK would drop are still in the catalog.
//
// A child gets the environment variables of Passed and those that the user or
// the configuration names, and no others. It and all its children are ended in
// any case: when the list is there, when the time is over, and when the
// context ends.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"hopscope/journey"
	"hopscope/sessions/catalog"
)

// Server is one MCP server. Exactly one of Command and URL is set.
type Server struct {
	// Key under which a client knows it; empty: not known.
	Key     journey.Server
	Command []string
	Dir     string
	// Env holds NAME=VALUE pairs on top of those of Passed.
	Env []string
	URL string
	// Headers are sent with every HTTP request.
	Headers map[string]string
	// Disabled by the configuration that names it.
	Disabled bool
}

// Title is the command or URL, for people.
func (s Server) Title() string {
	if s.URL != "" {
		return s.URL
	}
	return strings.Join(s.Command, " ")
}

// Limits of one listing. Zero values take the defaults.
type Limits struct {
	// Time for all of it; 30 seconds.
	Time time.Duration
	// Pages that are asked for; 1,000.
	Pages int
	// Bytes that are read; 64 MB.
	Bytes int64
	// Patience is how long a server may take to answer the first question,
	// server/discover, before it is asked in the older way, which servers before
	// protocol 2026-07-28 understand; 2 seconds, at most a third of Time.
	Patience time.Duration
}

const (
	defaultTime     = 30 * time.Second
	defaultPages    = 1000
	defaultBytes    = 64 << 20
	defaultPatience = 2 * time.Second
)

func (l Limits) orDefault() Limits {
	if l.Time <= 0 {
		l.Time = defaultTime
	}
	if l.Pages <= 0 {
		l.Pages = defaultPages
	}
	if l.Bytes <= 0 {
		l.Bytes = defaultBytes
	}
	if l.Patience <= 0 {
		l.Patience = min(defaultPatience, l.Time/3)
	}
	return l
}

// Failure is why a server could not be listed.
type Failure struct {
	Server Server
	// What went wrong, in words.
	What string
	// Stderr is the end of what the server wrote there.
	Stderr string
	// Pages that were read before.
	Pages int
	Err   error
}

// Error says what went wrong, without the server's own text.
func (f *Failure) Error() string {
	if f.Err == nil {
		return f.What
	}
	return f.What + ": " + f.Err.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// conversation is a server that answers.
type conversation interface {
	transport() sdk.Transport
	// log is what was said so far, one JSON-RPC message a line.
	log() *record
	// stderr is the end of what the server wrote there.
	stderr() string
	// gaveUp reports whether server/discover had no answer in time; left
	// whether the server has ended by itself.
	gaveUp() bool
	left() bool
	// end stops the server with all its children; kill does so at once.
	end()
	kill()
}

// List asks a server for all pages of its tools. The error is a *Failure. A
// server that does not know server/discover is asked with initialize: at once
// where it refuses, after Patience where it is silent. Where it leaves at the
// unknown question, or refuses the older way because it was only slow, it is
// started, or asked, a second time.
func List(ctx context.Context, s Server, limits Limits) (journey.Catalog, []journey.Problem, error) {
	limits = limits.orDefault()
	ctx, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	l := listing{server: s, limits: limits}
	cat, problems, err := l.try(ctx)
	if err != nil && l.again(ctx) {
		return l.try(ctx)
	}
	return cat, problems, err
}

// listing is the list of one server, in one or two tries.
type listing struct {
	server Server
	limits Limits
	// plain: with initialize at once.
	plain bool
	// What the last try ended with.
	gaveUp, left bool
	strange      bool // what it sent is not MCP
	pages        int
}

// again reports whether another try may end better, and prepares it.
func (l *listing) again(ctx context.Context) bool {
	switch {
	case ctx.Err() != nil || l.pages > 0 || l.plain:
		return false
	case l.left && !l.strange:
		l.plain = true
		return true
	case l.gaveUp && !l.left: // the older way was refused, so it was only slow
		l.limits.Patience = l.limits.Time
		return true
	}
	return false
}

func (l *listing) try(ctx context.Context) (journey.Catalog, []journey.Problem, error) {
	s := l.server
	talk, err := open(ctx, s, l.limits)
	if err != nil {
		return journey.Catalog{}, nil, &Failure{Server: s, What: "does not start", Err: err}
	}
	defer talk.end()
	stop := context.AfterFunc(ctx, talk.kill)
	defer stop()
	l.pages, err = listPages(ctx, talk, l.limits, l.plain)
	if err != nil {
		l.left, l.gaveUp = talk.left(), talk.gaveUp()
		f := failure(ctx, s, talk, l.limits, l.pages, err)
		l.strange = talk.log().strange() != ""
		return journey.Catalog{}, nil, f
	}
	cat, problems, ok := catalog.Parse(s.Title(), talk.log().bytes())
	if !ok {
		return journey.Catalog{}, nil, &Failure{Server: s, What: "answers without a list of tools", Stderr: talk.stderr(), Pages: l.pages}
	}
	if s.Key != "" {
		catalog.ServerKey(&cat, s.Key)
	}
	return cat, problems, nil
}

func open(ctx context.Context, s Server, limits Limits) (conversation, error) {
	switch {
	case s.URL != "":
		return dial(s, limits)
	case len(s.Command) > 0:
		return start(ctx, s, limits)
	}
	return nil, errors.New("neither a command nor a URL is known")
}

// failure words why a listing ended early.
func failure(ctx context.Context, s Server, talk conversation, limits Limits, pages int, err error) *Failure {
	f := &Failure{Server: s, Pages: pages, Err: err}
	talk.end()
	f.Stderr = talk.stderr()
	strange := talk.log().strange()
	switch {
	case talk.log().full():
		f.What, f.Err = fmt.Sprintf("sent more than %d MB", limits.Bytes>>20), nil
	case talk.log().wasLong():
		f.What, f.Err = fmt.Sprintf("sent a message of more than %d MB", lineMax>>20), nil
	case strange != "" && (ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded)):
		f.What, f.Err = "sent something that is not MCP; it begins with "+strange, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.What, f.Err = fmt.Sprintf("gave no answer within %s", limits.Time), nil
	case ctx.Err() != nil:
		f.What, f.Err = "interrupted", ctx.Err()
	case talk.log().refusal() != "" && pages == 0:
		f.What, f.Err = "refuses with HTTP status "+talk.log().refusal(), nil
		if said := (*jsonrpc.Error)(nil); errors.As(err, &said) {
			f.Err = errors.New(said.Message)
		}
	case pages > 0:
		f.What = fmt.Sprintf("failed after %d pages", pages)
	default:
		f.What = "does not answer as an MCP server"
	}
	return f
}

var errPages = errors.New("the list does not end: a page points to one that was read already, or there are too many")

// plainVersion is the last protocol that begins with initialize.
const plainVersion = "2025-11-25"

// listPages asks for page after page, plain in the older way.
func listPages(ctx context.Context, talk conversation, limits Limits, plain bool) (pages int, err error) {
	var how *sdk.ClientSessionOptions
	if plain {
		how = &sdk.ClientSessionOptions{ProtocolVersion: plainVersion}
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "hopscope", Version: "1"}, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}})
	session, err := client.Connect(ctx, talk.transport(), how)
	if err != nil {
		return 0, err
	}
	defer session.Close()
	seen := map[string]bool{}
	for params := (&sdk.ListToolsParams{}); ; {
		result, err := session.ListTools(ctx, params)
		if err != nil {
			return pages, err
		}
		pages++
		next := result.NextCursor
		if next == "" {
			return pages, nil
		}
		if seen[next] || pages == limits.Pages {
			return pages, errPages
		}
		seen[next] = true
		params = &sdk.ListToolsParams{Cursor: next}
	}
}

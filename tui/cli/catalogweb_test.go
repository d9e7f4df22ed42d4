package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// mcpOld is an MCP server as of 2025-06-18, written without an SDK, that does
// not answer what it does not know.
func mcpOld() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if text := oldAnswer(lines.Bytes()); text != "" {
			fmt.Println(text)
		}
	}
}

func oldAnswer(message []byte) string {
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal(message, &m) != nil {
		return ""
	}
	result := ""
	switch m.Method {
	case "initialize":
		result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}`
	case "tools/list":
		result = `{"tools":[{"name":"old.tool","inputSchema":{"type":"object"}}]}`
	default:
		return ""
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

// serveWeb is the command of scripts `web NAME new|old TOKEN`: it starts an MCP
// server over HTTP that wants the token as X-Token, and puts its URL into the
// variable NAME. The old one leaves questions that it does not know open.
func serveWeb(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: web NAME new|old TOKEN")
	}
	handler := http.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return docsServer() }, nil))
	if args[1] == "old" {
		handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			text := oldAnswer(body)
			switch {
			case err == nil && text != "":
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, text)
			case strings.Contains(string(body), `"id"`):
				<-r.Context().Done()
			default:
				w.WriteHeader(http.StatusAccepted)
			}
		})
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Token") != args[2] {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	ts.Defer(func() {
		web.CloseClientConnections()
		web.Close()
	})
	ts.Setenv(args[0], web.URL)
}

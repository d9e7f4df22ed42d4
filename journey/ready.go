package journey

import (
	"slices"
	"strings"
)

// Ready returns the servers in the order in which they became ready, each
// once: clashes between servers are decided by it. only says that servers
// which it does not name were not up.
//
// The order is Connected, else the option connected=a,b (only these were up),
// else that of the catalog. The option order=b,a puts servers before all
// others.
func (s Setting) Ready() (order []Server, only bool) {
	connected := s.Connected
	if v, ok := s.Options["connected"]; ok && connected == nil {
		connected = serverList(v)
	}
	only = connected != nil
	seen := map[Server]bool{}
	add := func(k Server) {
		if !seen[k] {
			seen[k] = true
			order = append(order, k)
		}
	}
	for _, k := range serverList(s.Option("order", "")) {
		if !only || slices.Contains(connected, k) {
			add(k)
		}
	}
	for _, k := range connected {
		add(k)
	}
	if only {
		return order, true
	}
	for _, k := range s.Catalog.Keys() {
		add(k)
	}
	return order, false
}

// Keys returns the keys of all servers that a catalog names, in its order:
// those that it lists, then those that only a tool names.
func (c Catalog) Keys() []Server {
	var keys []Server
	seen := map[Server]bool{}
	add := func(k Server) {
		if !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	for i := range c.Servers {
		add(c.Servers[i].Key)
	}
	for i := range c.Tools {
		if k := c.Tools[i].Server; k != "" {
			add(k)
		}
	}
	return keys
}

// serverList reads a,b: keys apart by commas, blanks around them left away.
func serverList(text string) []Server {
	list := []Server{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, Server(part))
		}
	}
	return list
}

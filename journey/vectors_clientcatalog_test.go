package journey_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hopscope/journey"
)

// clientSetting builds the request's surroundings: the named catalog, or the
// servers and tools of the case itself.
func clientSetting(f *vectorFile, in *clientInput) (journey.Setting, error) {
	set := journey.Setting{Builtins: true, Model: in.Model, ToolSearch: in.ToolSearch, Catalog: journey.Catalog{Complete: true}}
	add := func(server, tool string) {
		key := journey.Server(server)
		if !slices.ContainsFunc(set.Catalog.Servers, func(e journey.ServerEntry) bool { return e.Key == key }) {
			set.Catalog.Servers = append(set.Catalog.Servers, journey.ServerEntry{Key: key})
		}
		set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(tool), Server: key, Plugin: in.Plugin})
	}
	switch {
	case in.Catalog != "":
		var header struct {
			Catalogs map[string]json.RawMessage
		}
		if err := json.Unmarshal(f.body, &header); err != nil {
			return set, err
		}
		servers, err := orderedLists(header.Catalogs[in.Catalog])
		if err != nil {
			return set, fmt.Errorf("catalog %s: %w", in.Catalog, err)
		}
		for _, s := range servers {
			for _, t := range s.tools {
				add(s.key, t)
			}
		}
	case len(in.Servers) > 0:
		for _, s := range in.Servers {
			add(s.Server, s.Tool)
		}
	case in.ToolsInOrder != nil:
		for _, t := range in.ToolsInOrder {
			add(in.Server, t)
		}
	case in.Valid != nil:
		set.Builtins = false
		for _, name := range in.Valid {
			set.Catalog.Tools = append(set.Catalog.Tools, journey.Tool{Registered: journey.Registered(name), Builtin: true})
		}
	case in.ToolLengths != nil:
		for _, name := range in.lengthNames() {
			add(in.Server, name)
		}
	case in.Call == nil:
		add(in.Server, in.Tool)
	}
	set.Connected = connectOrder(in)
	return set, nil
}

// connectOrder is the order in which the servers became ready, nil where the
// case does not say.
func connectOrder(in *clientInput) []journey.Server {
	list := slices.Clone(in.Servers)
	said := false
	for _, s := range list {
		said = said || s.Delay > 0
	}
	if !said {
		return nil
	}
	slices.SortStableFunc(list, func(a, b clientServer) int { return cmp.Compare(a.Delay, b.Delay) })
	var order []journey.Server
	for _, s := range list {
		order = append(order, journey.Server(s.Server))
	}
	return order
}

type keyedList struct {
	key   string
	tools []string
}

// orderedLists reads an object of lists and keeps the order of its keys.
func orderedLists(raw json.RawMessage) ([]keyedList, error) {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var list []keyedList
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		k := keyedList{key: key.(string)}
		if err := dec.Decode(&k.tools); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

package scheme

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopscope/journey"
	"hopscope/vocab"
)

// commonOptions are read by every scheme: they say which servers were there.
var commonOptions = [...]journey.SchemeOption{
	{Key: "connected", What: "only these servers were up, in the order in which they became ready: a,b"},
	{Key: "order", What: "these servers were ready before all others: b,a"},
}

// Options returns the -O keys that a scheme reads: its own, then those that all
// schemes read.
func Options(info journey.SchemeInfo) []journey.SchemeOption {
	return append(slices.Clone(info.Options), commonOptions[:]...)
}

// CheckOptions returns an error for the first key, in byte order, that the
// scheme does not read, or whose value it does not take. The error names what
// it does.
func CheckOptions(info journey.SchemeInfo, options map[string]string) error {
	return checkOptions("scheme "+info.ID, Options(info), options)
}

// CheckAnyOptions is CheckOptions where all schemes are asked at once: a key
// must be read by one of them, with this value.
func CheckAnyOptions(options map[string]string) error {
	known := slices.Clone(commonOptions[:])
	for _, s := range All() {
		known = append(known, s.Info().Options...)
	}
	return checkOptions("no scheme", known, options)
}

func checkOptions(who string, known []journey.SchemeOption, options map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(options)) {
		var values []string
		read, taken := false, false
		for i := range known {
			if known[i].Key != key {
				continue
			}
			read = true
			values = append(values, known[i].Values...)
			taken = taken || takes(&known[i], options[key])
		}
		switch {
		case !read && who == "no scheme":
			return fmt.Errorf("-O %s: no scheme has this option; known are %s", key, optionKeys(known))
		case !read:
			return fmt.Errorf("-O %s: %s has no such option; it has %s", key, who, optionKeys(known))
		case key == mapOption && !taken:
			_, err := readMap(options[key])
			return fmt.Errorf("-O %s: %w", key, err)
		case key == vocabularyOption && !taken:
			return fmt.Errorf("-O %s=%s: no client with a table of names", key, options[key])
		case !taken:
			return fmt.Errorf("-O %s=%s: want %s", key, options[key], strings.Join(values, " or "))
		}
	}
	return nil
}

// takes reports whether an option takes a value.
func takes(o *journey.SchemeOption, value string) bool {
	if o.Key == mapOption {
		_, err := readMap(value)
		return err == nil
	}
	if o.Key == vocabularyOption {
		_, _, ok := readClient(value)
		return ok
	}
	return len(o.Values) == 0 || slices.Contains(o.Values, value)
}

func optionKeys(list []journey.SchemeOption) string {
	keys := make([]string, len(list))
	for i := range list {
		keys[i] = list[i].Key
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), ", ")
}

// onOff are the values of a switch.
var onOff = []string{"true", "false"}

// mapOption is the option that holds a map of names, as JSON text.
const mapOption = "map"

// vocabularyOption is the option that names a client whose vocabulary counts.
const vocabularyOption = "vocabulary"

// readClient reads a client with a table of names, with or without a version.
func readClient(text string) (id, version string, ok bool) {
	name, version, _ := strings.Cut(text, "@")
	id, ok = vocab.ClientID(name)
	if version != "" {
		_, err := vocab.CompareVersions(version, version)
		ok = ok && err == nil
	}
	return id, version, ok && len(vocab.ByClient(id)) > 0
}

// mapOf describes that option for the schemes that have it.
func mapOf(what string) journey.SchemeOption {
	return journey.SchemeOption{Key: mapOption, What: what + ": a JSON object from name to name; --map FILE reads one"}
}

// readMap reads a map of names: a JSON object from a name to another. Empty
// names are refused. An empty text is no map.
func readMap(text string) (map[journey.Registered]string, error) {
	if text == "" {
		return nil, nil
	}
	var m map[journey.Registered]string
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("want a JSON object from name to name: %w", err)
	}
	for from, to := range m {
		if from == "" || to == "" {
			return nil, fmt.Errorf("%q to %q: a name is empty", from, to)
		}
	}
	return m, nil
}

// nameMap returns the map of a setting; one that cannot be read is none, for
// CheckOptions said so.
func nameMap(set journey.Setting) map[journey.Registered]string {
	m, err := readMap(set.Option(mapOption, ""))
	if err != nil {
		return nil
	}
	return m
}

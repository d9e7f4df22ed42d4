package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// mapFileMax bounds a map of names, in bytes.
const mapFileMax = 16 << 20

// readMapFile reads a map of names, from the client's to the other: a JSON
// object or a TOML table of texts. It returns it as JSON text, the form that
// the option map has. Errors name the file and the line.
func readMapFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("--map %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mapFileMax+1))
	if err != nil {
		return "", fmt.Errorf("--map %s: %w", path, err)
	}
	if len(data) > mapFileMax {
		return "", fmt.Errorf("--map %s: more than %d MB", path, mapFileMax>>20)
	}
	read := tomlMap
	if start := bytes.TrimLeft(data, " \t\r\n\ufeff"); len(start) > 0 && start[0] == '{' {
		read = jsonMap
	}
	names, line, err := read(data)
	if err != nil {
		return "", fmt.Errorf("--map %s: line %d: %w", path, line, err)
	}
	text, err := json.Marshal(names)
	return string(text), err
}

// errNoText says that a value is no name.
var errNoText = errors.New("want a name in quotes for each name")

// jsonMap reads an object of texts. line is where the error stands.
func jsonMap(data []byte) (names map[string]string, line int, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	d := json.NewDecoder(bytes.NewReader(data))
	at := func() int { return lineAt(data, d.InputOffset()) }
	fail := func(err error) (map[string]string, int, error) {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, lineAt(data, syntax.Offset), err
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, lineAt(data, int64(len(data))), errors.New("the object does not end")
		}
		return nil, at(), err
	}
	names = map[string]string{}
	if _, err := d.Token(); err != nil {
		return fail(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return fail(err)
		}
		value, err := d.Token()
		if err != nil {
			return fail(err)
		}
		from, _ := key.(string)
		to, ok := value.(string)
		if !ok {
			return fail(errNoText)
		}
		if err := addName(names, from, to); err != nil {
			return fail(err)
		}
	}
	if _, err := d.Token(); err != nil {
		return fail(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fail(errors.New("more text follows the object"))
	}
	return names, 0, nil
}

func addName(names map[string]string, from, to string) error {
	if from == "" || to == "" {
		return fmt.Errorf("%q to %q: a name is empty", from, to)
	}
	if other, twice := names[from]; twice {
		return fmt.Errorf("%q stands twice, to %q and to %q", from, other, to)
	}
	names[from] = to
	return nil
}

// tomlMap reads a table of texts.
func tomlMap(data []byte) (names map[string]string, line int, err error) {
	var table map[string]any
	if err := toml.Unmarshal(data, &table); err != nil {
		var fault *toml.DecodeError
		if errors.As(err, &fault) {
			row, _ := fault.Position()
			return nil, row, err
		}
		return nil, 1, err
	}
	names = map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		to, ok := table[key].(string)
		err := errNoText
		if ok {
			err = addName(names, key, to)
		}
		if _, nested := table[key].(map[string]any); nested {
			err = fmt.Errorf("%s: a name with a dot wants quotes", key)
		}
		if err != nil {
			return nil, keyLine(data, key), err
		}
	}
	return names, 0, nil
}

// lineAt returns the line, from 1, of an offset.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

// keyLine returns the first line that begins with a key, bare or in quotes.
func keyLine(data []byte, key string) int {
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimLeft(line, " \t[\"'")
		if bytes.HasPrefix(line, []byte(key)) {
			return i + 1
		}
	}
	return 1
}

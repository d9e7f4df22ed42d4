package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"hopscope/tui"
	"hopscope/vocab"
)

// vocabFileMax is the largest vocabulary file that is read, in bytes.
const vocabFileMax = 4 << 20

// vocabulary is the built-in vocabulary with the user's files laid over it:
// those of the vocab folder of hopscope's configuration, in the order of their
// names, then those of --vocab.
func (a *app) vocabulary() (*vocab.Table, error) {
	v, err := a.vocabularyFiles()
	return v.Table, err
}

// vocabularyFiles is the vocabulary with the file that speaks of each client,
// the last one where several do.
func (a *app) vocabularyFiles() (tui.Vocabulary, error) {
	v := tui.Vocabulary{Table: vocab.Builtin(), Files: map[string]string{}}
	files, err := filepath.Glob(filepath.Join(vocabFolder(), "*.toml"))
	if err != nil {
		return v, fmt.Errorf("vocabulary %s: %w", vocabFolder(), err)
	}
	for _, path := range append(files, a.flags.vocab...) {
		table, client, err := overlay(v.Table, path)
		if err != nil {
			return v, &exitError{exitUnreadable, err}
		}
		v.Table, v.Files[client] = table, path
	}
	return v, nil
}

// vocabFolder holds the user's vocabulary, one TOML file a client.
func vocabFolder() string { return filepath.Join(xdg.ConfigHome, "hopscope", "vocab") }

// overlay lays one file over a vocabulary and returns the client that it is
// about; errors name file and line.
func overlay(table *vocab.Table, path string) (over *vocab.Table, client string, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, "", fmt.Errorf("vocabulary %s: %w", path, errors.Unwrap(err))
	}
	if !st.Mode().IsRegular() || st.Size() > vocabFileMax {
		return nil, "", fmt.Errorf("vocabulary %s: want a file of at most %d MB", path, vocabFileMax>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, "", fmt.Errorf("vocabulary %s: %w", path, errors.Unwrap(err))
	}
	var f vocab.File
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&f); err != nil {
		return nil, "", tomlError(path, err)
	}
	over, err = table.Overlay(f)
	var entry *vocab.EntryError
	if errors.As(err, &entry) {
		return nil, "", fmt.Errorf("%s:%d: tool %q: %w", path, entryLine(text, entry.Tool), entry.Name, entry.Err)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s:1: %w", path, err)
	}
	client, _ = over.ClientID(f.ID)
	return over, client, nil
}

// tomlError names file, line and column of what a TOML file has wrong.
func tomlError(path string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, col := strict.Errors[0].Position()
		return fmt.Errorf("%s:%d:%d: no such key: %s", path, row, col, keyText(strict.Errors[0].Key()))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, col := decode.Position()
		return fmt.Errorf("%s:%d:%d: %w", path, row, col, decode)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func keyText(key toml.Key) string {
	var b bytes.Buffer
	for i, k := range key {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(k)
	}
	return b.String()
}

var toolsHeader = regexp.MustCompile(`(?m)^[ \t]*\[\[[ \t]*tools[ \t]*\]\]`)

// entryLine is the line (from 1) where the table of tool n (from 0) begins; 1
// where it cannot be told.
func entryLine(text []byte, n int) int {
	at := toolsHeader.FindAllIndex(text, n+1)
	if len(at) <= n {
		return 1
	}
	return 1 + bytes.Count(text[:at[n][0]], []byte("\n"))
}

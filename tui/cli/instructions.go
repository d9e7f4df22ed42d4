package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hopscope/journey"
)

const (
	// instructionFiles is how many files of a folder are read.
	instructionFiles = 500
)

// instructionEnds are the files of a folder that are read: skills, commands,
// rules.
var instructionEnds = []string{".md", ".mdc", ".mdx", ".txt", ".toml", ".yaml", ".yml"}

// instructions reads the files of --instructions; of a folder its texts.
func (a *app) instructions() ([]journey.Prompt, error) {
	var list []journey.Prompt
	for _, path := range a.flags.instructions {
		st, err := os.Stat(path)
		if err != nil {
			return nil, instructionsError(path, err)
		}
		files := []string{path}
		if st.IsDir() {
			if files, err = instructionFolder(path); err != nil {
				return nil, instructionsError(path, err)
			}
			if len(files) == 0 {
				return nil, &exitError{exitUnreadable, fmt.Errorf("--instructions %s: no text in it (%s are read)", path, strings.Join(instructionEnds, ", "))}
			}
		}
		for _, file := range files {
			text, err := readHead(file, journey.PromptMax)
			if err != nil {
				return nil, instructionsError(file, err)
			}
			list = append(list, journey.Prompt{Where: file, Text: text})
		}
	}
	return list, nil
}

func instructionsError(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &exitError{exitUnreadable, fmt.Errorf("--instructions %s: %w", path, err)}
}

func instructionFolder(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == folder:
			return err
		case err != nil:
			return nil
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Type().IsRegular() && slices.Contains(instructionEnds, strings.ToLower(filepath.Ext(path))):
			files = append(files, path)
		}
		if len(files) == instructionFiles {
			return fs.SkipAll
		}
		return nil
	})
	return files, err
}

// readHead reads at most max bytes of a regular file.
func readHead(path string, max int64) (string, error) {
	st, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", errors.New("is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, max))
	return strings.ToValidUTF8(string(text), "\uFFFD"), err
}

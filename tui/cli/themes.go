package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"hopscope/themes"
)

// ownThemes reads the user's themes, one TOML file each, from the themes
// folder of hopscope's configuration. A missing folder is no error.
func ownThemes() ([]themes.Family, error) {
	dir := filepath.Join(xdg.ConfigHome, "hopscope", "themes")
	files, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	if err != nil {
		return nil, fmt.Errorf("themes %s: %w", dir, err)
	}
	var list []themes.Family
	for _, path := range files {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone since the folder was listed
		}
		if err != nil {
			return nil, fmt.Errorf("theme %s: %w", path, err)
		}
		f, err := themes.Parse(path, text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

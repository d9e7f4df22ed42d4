package provider

import (
	"slices"
	"testing"

	"hopscope/journey"
)

func TestDefined(t *testing.T) {
	t.Parallel()
	d, ok := newAnthropic().(journey.Definer)
	if !ok {
		t.Fatal("anthropic-messages defines no tools of its own")
	}
	list := d.Defined()
	for _, want := range []journey.DefinedName{{Name: "bash", Type: "bash"}, {Name: "str_replace_based_edit_tool", Type: "text_editor_20250728"}, {Name: "web_search", Type: "web_search"}} {
		if !slices.Contains(list, want) {
			t.Errorf("Defined() = %v, want %v among them", list, want)
		}
	}
	for i := 1; i < len(list); i++ {
		if list[i-1].Name >= list[i].Name {
			t.Errorf("Defined(): %q stands before %q", list[i-1].Name, list[i].Name)
		}
	}
}

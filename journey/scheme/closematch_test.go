package scheme

import (
	"math"
	"strings"
	"testing"
)

// The wanted values are those of Python's difflib.
func TestCloseMatch(t *testing.T) {
	for _, c := range []struct {
		word   string
		list   []string
		ratios []float64
		best   string
	}{
		{"web_serch", []string{"web_search", "web_fetch"}, []float64{0.947368, 0.777778}, "web_search"},
		{"zzz", []string{"todo", "terminal"}, []float64{0, 0}, ""},
		{"shell", []string{"terminal", "skills_list"}, []float64{0.307692, 0.375}, ""},
		{"\"terminal\"", []string{"terminal"}, []float64{0.888889}, "terminal"},
		{"kanban_list", []string{"kanban_link", "kanban_complete"}, []float64{0.818182, 0.692308}, "kanban_link"},
		{"abcd", []string{"abce", "abcf", "abcz"}, []float64{0.75, 0.75, 0.75}, "abcz"},
		{"", []string{""}, []float64{1}, ""},
		{"a", []string{"a", "b"}, []float64{1, 0}, "a"},
		{"tide", []string{"diet", "edit", "tied"}, []float64{0.5, 0.25, 0.75}, "tied"},
		{"abxcd", []string{"abcd"}, []float64{0.888889}, "abcd"},
		{"private", []string{"p", "privates", "privat"}, []float64{0.25, 0.933333, 0.923077}, "privates"},
		{"file_files", []string{"write_file", "read_file"}, []float64{0.7, 0.631579}, "write_file"},
		{"web_fetch", []string{"web_search"}, []float64{0.736842}, "web_search"},
		{"execute_command", []string{"execute_code", "terminal"}, []float64{0.814815, 0.347826}, "execute_code"},
		{"cb_aaacabaa_", []string{"aba_aaba_aba", "bc_bacbabcaaa", "b__c__ccbbbac", "_c_caa_bcb__a", "accc__aac_aac_", "_ca_cba_abc", "b___ab__cb", "c_c_bbabbbba", "bccab_ccba__", "__a__abab_ba", "aaabacaab_b", "ccc_aa____caba"}, []float64{0.416667, 0.4, 0.4, 0.4, 0.615385, 0.521739, 0.454545, 0.5, 0.5, 0.5, 0.608696, 0.615385}, ""},
		{"cc_babcbacac", []string{"cbcbcbbb_bb_c", "aac_cbc_ccabab", "bcb_a_caa_b_", "_ca___abbb", "b_b_cbbaa", "ab_bbacbcbcc_b", "c__bba_ba", "bb_aac_aab", "caa_aa_cbc", "_bcb_b_a__ca", "b_abcabcbcb_ba", "_bbb__c_bcca"}, []float64{0.48, 0.384615, 0.5, 0.272727, 0.571429, 0.307692, 0.380952, 0.454545, 0.272727, 0.583333, 0.538462, 0.5}, ""},
		{"cac__a_ccaab", []string{"accabcb_c", "b_cacab_acaa", "abaca_ac_cb", "babcabbcc", "bc_bccacaaab_", "_a___cbbcb", "b_cabaac_baa_c", "bca_bbc_acccc", "acbcbac_a_", "bbaacab_a_a", "cbab_c_bcba", "_babaaabca__aa"}, []float64{0.47619, 0.666667, 0.521739, 0.190476, 0.56, 0.454545, 0.538462, 0.56, 0.545455, 0.521739, 0.26087, 0.384615}, ""},
		{"b_ca_aaa_cac", []string{"bb___a_cab", "bcccba_a_", "ab_cc___abc", "_ac_a_c_b", "aabccbcacb", "__aba___cb_c", "cacacc_abacc", "a__ac_cacaa", "cbbc_cbc_a_baa", "__bc_abb__cccc", "c_bc__abbab_b_", "__bbbabcacb"}, []float64{0.636364, 0.571429, 0.521739, 0.47619, 0.454545, 0.25, 0.25, 0.608696, 0.538462, 0.538462, 0.384615, 0.521739}, ""},
		{"ccba___b_cca", []string{"ccbbacb____c", "ba___aa__", "babbba_aaabb", "acbc_aaacb_cb", "aac_ccb_bba_c", "ab__acb_c", "_ac_c_baca", "_bcbb_bcca", "_bb__ab_abab_", "ab__caabc", "b_ac_cc_ba", "acac_ab_c"}, []float64{0.75, 0.571429, 0.333333, 0.48, 0.4, 0.571429, 0.454545, 0.545455, 0.32, 0.47619, 0.545455, 0.47619}, "ccbbacb____c"},
		{"c_aa_bc_bcc_", []string{"_b_a_a_aa", "baccccacccc", "aaba___c_", "b_bacbbcc_ca", "b_bb_aa_cb_aa", "aba___bbb__", "bacccccccb_bb", "bbcbca_cbb", "a_aaa_b_cacbaa", "bacb_caacb", "ccbabcaba", "_cbcaba__a_"}, []float64{0.285714, 0.26087, 0.47619, 0.583333, 0.56, 0.521739, 0.32, 0.454545, 0.615385, 0.545455, 0.190476, 0.434783}, ""},
	} {
		m := newMatcher(c.word)
		for i, p := range c.list {
			if got := m.ratio(p); math.Abs(got-c.ratios[i]) > 1e-5 {
				t.Errorf("likeness of %q to %q = %v, want %v", p, c.word, got, c.ratios[i])
			}
		}
		if got, _ := closeMatch(c.word, c.list, 0.7); got != c.best {
			t.Errorf("closeMatch(%q, %q) = %q, want %q", c.word, c.list, got, c.best)
		}
	}
}

// A word of 200 characters and more: those that it has too often begin no run.
func TestCloseMatchOfLongWords(t *testing.T) {
	letters := func(n, of int) string {
		var b strings.Builder
		for i := range n {
			b.WriteRune(rune(0x4e00 + i%of))
		}
		return b.String()
	}
	all, half, few, frequent := letters(199, 199), letters(200, 80), letters(200, 50), letters(100, 50)
	cut := func(s string, n int) string { return string([]rune(s)[n:]) }
	put := func(s string, n int) string { return string([]rune(s)[:n]) + "x" + cut(s, n) }
	for _, c := range []struct {
		name, word, text string
		want             float64
	}{
		{"no character too often", all + "ab", all + "ba", 0.995025},
		{"some too often", half, cut(half, 3), 0.992443},
		{"some too often, one put in", half, put(half, 100), 0.997506},
		{"all too often", few, cut(few, 3), 0},
		{"all too often, one put in", few, put(few, 100), 0.498753},
		{"short word, long text", frequent, few, 0.666667},
	} {
		if got := newMatcher(c.word).ratio(c.text); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: likeness = %v, want %v", c.name, got, c.want)
		}
	}
	if _, ok := closeMatch(strings.Repeat("a", closeMatchMax+1), []string{strings.Repeat("a", closeMatchMax+1)}, 0.7); ok {
		t.Error("a word over the limit is compared")
	}
}

func FuzzCloseMatch(f *testing.F) {
	f.Add("web_serch", "web_search")
	f.Add(strings.Repeat("ab", 120), strings.Repeat("ba", 120))
	f.Fuzz(func(t *testing.T, word, text string) {
		if len(word) > closeMatchMax || len(text) > closeMatchMax {
			return
		}
		m := newMatcher(word)
		r := m.ratio(text)
		if r < 0 || r > m.bound(text) {
			t.Fatalf("likeness of %q to %q = %v, at most %v", text, word, r, m.bound(text))
		}
		if word == text && len(word) < autojunkFrom && r != 1 {
			t.Fatalf("likeness of %q to itself = %v, want 1", word, r)
		}
	})
}

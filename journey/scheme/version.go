package scheme

import "hopscope/vocab"

// choose returns the index in rules (ascending) of the newest version that is
// not newer than what was asked, and a note for people when that is not the
// very version. An empty asked takes the newest rule. Below the first rule it
// takes the first. Without rules the index is -1. Only a malformed version is
// an error.
func choose(rules []string, asked string) (index int, note string, err error) {
	newest := len(rules) - 1
	if asked == "" {
		return newest, "", nil
	}
	if _, err := vocab.CompareVersions(asked, asked); err != nil {
		return 0, "", err
	}
	if newest < 0 {
		return newest, "no version of these rules is known; " + asked + " changes nothing", nil
	}
	for i := newest; i >= 0; i-- {
		d, err := vocab.CompareVersions(rules[i], asked)
		switch {
		case err != nil:
			return 0, "", err
		case d == 0:
			return i, "", nil
		case d < 0 && i == newest:
			return i, "rule used: " + rules[i] + ", the newest known", nil
		case d < 0:
			return i, "rule used: " + rules[i] + ", the newest known that is not newer than " + asked, nil
		}
	}
	return 0, "rule used: " + rules[0] + ", the oldest known", nil
}

package visible

// Apart returns the texts in at most w cells each, as Middle cuts them, but so
// that two different texts do not look alike: texts that Middle would make
// equal are cut anew so that the first place where they differ is in sight.
// Texts that can not be told apart in w cells stay equal.
func Apart(list []string, w int) []string {
	out := make([]string, len(list))
	all := make([]int, len(list))
	for i, s := range list {
		out[i] = Middle(s, w)
		all[i] = i
	}
	apart(list, out, all, w)
	return out
}

// apart cuts anew those of the texts at these places that look alike.
func apart(list, out []string, at []int, w int) {
	alike := map[string][]int{}
	for _, i := range at {
		alike[out[i]] = append(alike[out[i]], i)
	}
	for _, group := range alike {
		split := make([][]cluster, len(group))
		for k, i := range group {
			split[k] = clusters(Text(list[i]))
		}
		from, differ := firstDifference(split)
		if !differ {
			continue
		}
		before := out[group[0]]
		changed := false
		for k, i := range group {
			out[i] = around(split[k], from, w)
			changed = changed || out[i] != before
		}
		if changed {
			apart(list, out, group, w)
		}
	}
}

// firstDifference returns the first place where one of the texts differs from
// the first one.
func firstDifference(split [][]cluster) (at int, ok bool) {
	first := split[0]
	for n := 0; ; n++ {
		ended := n >= len(first)
		for _, s := range split[1:] {
			if (n >= len(s)) != ended || !ended && s[n] != first[n] {
				return n, true
			}
		}
		if ended {
			return 0, false
		}
	}
}

// around returns w cells in which cluster from is in sight: some of the front,
// …, and what follows from the cluster before it.
func around(s []cluster, from, w int) string {
	front := fromFront(s, min((w-2)/3, max(from-1, 0)))
	tail := s[max(from-1, 0):]
	room := w - 1 - Width(front)
	if width(tail) <= room {
		return Cut(front+ellipsis+fromFront(tail, room), w)
	}
	return Cut(front+ellipsis+fromFront(tail, room-1)+ellipsis, w)
}

func width(list []cluster) int {
	n := 0
	for _, c := range list {
		n += c.width
	}
	return n
}

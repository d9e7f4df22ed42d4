package tui

import (
	"strings"
	"testing"
)

// boxes draws the places of a layout, one letter each.
func boxes(r rects, w, h int) string {
	grid := make([][]byte, h)
	for y := range grid {
		grid[y] = []byte(strings.Repeat(".", w))
	}
	fill := func(b rect, letter byte) {
		for y := b.y; y < b.y+b.h; y++ {
			for x := b.x; x < b.x+b.w; x++ {
				grid[y][x] = letter
			}
		}
	}
	fill(r.head, 'a')
	fill(r.tabs, 'b')
	fill(r.rule, '-')
	fill(r.progress, 'c')
	fill(r.list, 'L')
	fill(r.split, '|')
	for _, x := range r.rules {
		fill(x, '-')
	}
	for i, x := range r.lower {
		fill(x, byte('0'+i))
	}
	fill(r.heading, 'n')
	fill(r.rail, 'r')
	fill(r.chips, 'y')
	fill(r.extra, 'x')
	for p, letter := range map[pane]byte{paneReal: 'R', paneSafe: 'S', paneWire: 'W', paneEcho: 'E', paneDispatch: 'D', paneHistory: 'H', paneIdentity: 'I', paneElsewhere: 'M', paneTwins: 'T'} {
		fill(r.panes[p], letter)
	}
	fill(r.status, 's')
	fill(r.keys, 'k')
	rows := make([]string, h)
	for y := range grid {
		rows[y] = string(grid[y])
	}
	return strings.Join(rows, "\n")
}

// squeeze keeps every fourth column, so that a test can be read.
func squeeze(s string) string {
	rows := strings.Split(s, "\n")
	for i, r := range rows {
		var b strings.Builder
		for x := 0; x < len(r); x += 4 {
			b.WriteByte(r[x])
		}
		rows[i] = b.String()
	}
	return strings.Join(rows, "\n")
}

func wants() map[pane]int {
	return map[pane]int{paneReal: 3, paneSafe: 3, paneEcho: 4, paneDispatch: 4, paneHistory: 3, paneWire: 20, paneIdentity: 6, paneElsewhere: 5, paneTwins: 3}
}

func TestLayout(t *testing.T) {
	for _, c := range []struct {
		name string
		args layoutArgs
		want string
	}{
		{"two columns", layoutArgs{w: 120, h: 40, rail: 5, why: 6, lower: []int{7}, panes: wants()}, `
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
------------------------------
LLLLLLLLLLnnnnnnnnnnnnnnnnnnnn
LLLLLLLLLLrrrrrrrrrrrrrrrrrrrr
LLLLLLLLLLrrrrrrrrrrrrrrrrrrrr
LLLLLLLLLLrrrrrrrrrrrrrrrrrrrr
LLLLLLLLLLrrrrrrrrrrrrrrrrrrrr
LLLLLLLLLLrrrrrrrrrrrrrrrrrrrr
LLLLLLLLLL....................
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLLyyyyyyyyyyyyyyyyyyyy
LLLLLLLLLL....................
LLLLLLLLLLRRRRRRRRRR.WWWWWWWWW
LLLLLLLLLLRRRRRRRRRR.WWWWWWWWW
LLLLLLLLLLRRRRRRRRRR.WWWWWWWWW
LLLLLLLLLL...........WWWWWWWWW
LLLLLLLLLLSSSSSSSSSS.WWWWWWWWW
LLLLLLLLLLSSSSSSSSSS.WWWWWWWWW
LLLLLLLLLLSSSSSSSSSS.WWWWWWWWW
LLLLLLLLLL...........WWWWWWWWW
.00000000.EEEEEEEEEE.WWWWWWWWW
.00000000.EEEEEEEEEE.WWWWWWWWW
.00000000.EEEEEEEEEE.WWWWWWWWW
.00000000.EEEEEEEEEE.WWWWWWWWW
.00000000............WWWWWWWWW
.00000000.DDDDDDDDDD.WWWWWWWWW
.00000000.DDDDDDDDDD..........
.00000000.DDDDDDDDDD.IIIIIIIII
.00000000.DDDDDDDDDD.IIIIIIIII
.00000000............IIIIIIIII
.00000000.HHHHHHHHHH.IIIIIIIII
.00000000.HHHHHHHHHH.IIIIIIIII
.00000000.HHHHHHHHHH.IIIIIIIII
ssssssssssssssssssssssssssssss
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk`},
		{"stacked", layoutArgs{w: 80, h: 24, rail: 5, why: 6, panes: wants(), focus: paneSafe}, `
aaaaaaaaaaaaaaaaaaaa
bbbbbbbbbbbbbbbbbbbb
--------------------
LLLLLLLLLLLLLLLLLLLL
LLLLLLLLLLLLLLLLLLLL
LLLLLLLLLLLLLLLLLLLL
LLLLLLLLLLLLLLLLLLLL
--------------------
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.yyyyyyyyyyyyyyyyyyy
.yyyyyyyyyyyyyyyyyyy
.yyyyyyyyyyyyyyyyyyy
.yyyyyyyyyyyyyyyyyyy
.yyyyyyyyyyyyyyyyyyy
--------------------
.SSSSSSSSSSSSSSSSSSS
.SSSSSSSSSSSSSSSSSSS
.SSSSSSSSSSSSSSSSSSS
ssssssssssssssssssss
kkkkkkkkkkkkkkkkkkkk`},
		{"smallest, list", layoutArgs{w: 60, h: 15, rail: 1, why: 9, panes: wants()}, `
aaaaaaaaaaaaaaa
bbbbbbbbbbbbbbb
---------------
LLLLLLLLLLLLLLL
LLLLLLLLLLLLLLL
LLLLLLLLLLLLLLL
---------------
.rrrrrrrrrrrrrr
.yyyyyyyyyyyyyy
.yyyyyyyyyyyyyy
.yyyyyyyyyyyyyy
.yyyyyyyyyyyyyy
.yyyyyyyyyyyyyy
sssssssssssssss
kkkkkkkkkkkkkkk`},
		{"smallest, pane", layoutArgs{w: 60, h: 15, rail: 1, why: 9, panes: wants(), focus: paneEcho}, `
aaaaaaaaaaaaaaa
bbbbbbbbbbbbbbb
---------------
LLLLLLLLLLLLLLL
LLLLLLLLLLLLLLL
LLLLLLLLLLLLLLL
---------------
.rrrrrrrrrrrrrr
.yyyyyyyyyyyyyy
---------------
.EEEEEEEEEEEEEE
.EEEEEEEEEEEEEE
.EEEEEEEEEEEEEE
sssssssssssssss
kkkkkkkkkkkkkkk`},
		{"zoom", layoutArgs{w: 80, h: 16, rail: 5, why: 9, panes: wants(), focus: paneWire, zoom: true}, `
aaaaaaaaaaaaaaaaaaaa
bbbbbbbbbbbbbbbbbbbb
--------------------
.nnnnnnnnnnnnnnnnnnn
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.rrrrrrrrrrrrrrrrrrr
.yyyyyyyyyyyyyyyyyyy
--------------------
.WWWWWWWWWWWWWWWWWWW
.WWWWWWWWWWWWWWWWWWW
.WWWWWWWWWWWWWWWWWWW
ssssssssssssssssssss
kkkkkkkkkkkkkkkkkkkk`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := squeeze(boxes(layout(c.args), c.args.w, c.args.h))
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("layout(%+v):\n%s\nwant\n%s", c.args, got, want)
			}
		})
	}
}

// Whatever the size and the wishes, nothing is drawn outside the body and no
// two places meet.
func TestLayoutKeepsApart(t *testing.T) {
	for w := minWidth; w <= 240; w += 7 {
		for h := minHeight; h <= 70; h += 3 {
			for focus := paneTools; focus < panesJourneys; focus++ {
				for _, zoom := range []bool{false, true} {
					a := layoutArgs{w: w, h: h, rail: 5, why: 9, lower: []int{7, 4}, extra: 5, panes: wants(), focus: focus, zoom: zoom}
					checkApart(t, a, layout(a))
				}
			}
		}
	}
}

func checkApart(t *testing.T, a layoutArgs, r rects) {
	t.Helper()
	list := []rect{r.list, r.heading, r.rail, r.chips, r.extra}
	list = append(list, r.lower...)
	for _, p := range r.panes {
		list = append(list, p)
	}
	for i, x := range list {
		if x.empty() {
			continue
		}
		if x.x < 0 || x.y < r.body.y || x.x+x.w > a.w || x.y+x.h > r.body.y+r.body.h {
			t.Fatalf("layout(%+v): %+v lies outside of %+v", a, x, r.body)
		}
		for _, y := range list[:i] {
			if !y.empty() && x.x < y.x+y.w && y.x < x.x+x.w && x.y < y.y+y.h && y.y < x.y+x.h {
				t.Fatalf("layout(%+v): %+v and %+v overlap", a, x, y)
			}
		}
	}
}

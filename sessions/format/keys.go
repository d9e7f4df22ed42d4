package format

import (
	"hash/maphash"
	"strconv"
	"time"

	"hopscope/sessions/walk"
)

// Keys makes 64-bit keys of ids, so that no id is kept. The seed is of one
// builder: two builders give one id different keys.
type Keys struct{ seed maphash.Seed }

func newKeys() Keys { return Keys{maphash.MakeSeed()} }

// of returns the key of a JSON string, never 0; 0 for other values and the
// empty string.
func (k Keys) of(raw []byte) uint64 {
	if len(raw) <= 2 || raw[0] != '"' {
		return 0
	}
	for _, c := range raw {
		if c == '\\' {
			return max(maphash.String(k.seed, walk.Text(raw)), 1)
		}
	}
	return max(maphash.Bytes(k.seed, raw[1:len(raw)-1]), 1)
}

// text returns the key of a text, that of a JSON string with this content.
func (k Keys) text(s string) uint64 {
	if s == "" {
		return 0
	}
	return max(maphash.String(k.seed, s), 1)
}

// names keeps one string for each name that a worker meets.
type names map[string]string

const namesMax = 4096

// of returns the text of a JSON string, cut to NameMax bytes.
func (n names) of(raw []byte) string {
	if s, ok := n[string(raw)]; ok {
		return s
	}
	s, _ := walk.Head(raw, NameMax)
	if len(n) < namesMax && len(raw) <= 256 {
		n[string(raw)] = s
	}
	return s
}

// millis reads an RFC 3339 time, 0 for anything else.
func millis(raw []byte) int64 {
	if len(raw) < 22 || len(raw) > 64 {
		return 0
	}
	if t, ok := usualMillis(raw); ok {
		return t
	}
	t, err := time.Parse(time.RFC3339Nano, string(raw[1:len(raw)-1]))
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// usualMillis reads the one form that clients write,
// "2026-01-31T12:34:56.789Z", without a string.
func usualMillis(raw []byte) (int64, bool) {
	const form = `"0000-00-00T00:00:00.000Z"`
	if len(raw) != len(form) {
		return 0, false
	}
	for i, c := range raw {
		if form[i] != '0' && c != form[i] || form[i] == '0' && (c < '0' || c > '9') {
			return 0, false
		}
	}
	two := func(i int) int { return int(raw[i]-'0')*10 + int(raw[i+1]-'0') }
	year, month, day := two(1)*100+two(3), two(6), two(9)
	hour, minute, second := two(12), two(15), two(18)
	if year == 0 || month < 1 || month > 12 || day < 1 || day > 28 && day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	// Days since 1970, with years that begin in March.
	if month <= 2 {
		year, month = year-1, month+12
	}
	days := 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
	ms := int64(raw[21]-'0')*100 + int64(two(22))
	return (int64(days)*86400+int64(hour*3600+minute*60+second))*1000 + ms, true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func itoa(n int) string { return strconv.Itoa(n) }

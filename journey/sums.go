package journey

// buckets groups tools by the sum of a key. list holds the groups of two and
// more, in the order of their second tool.
type buckets struct {
	// slots is a table with open addressing, a power of two long and at most half
	// full.
	slots []bucket
	list  [][]int
}

// bucket is one sum: in at its first tool counted from 1, or the negative of
// the group's place in list, counted from 1. An at of 0 is free.
type bucket struct {
	key uint64
	at  int
}

func newBuckets(n int) *buckets {
	size := 8
	for size < 2*n {
		size *= 2
	}
	return &buckets{slots: make([]bucket, size)}
}

func (b *buckets) add(key uint64, i int) {
	mask := len(b.slots) - 1
	k := int(key^key>>32) & mask
	for b.slots[k].at != 0 && b.slots[k].key != key {
		k = (k + 1) & mask
	}
	switch s := &b.slots[k]; {
	case s.at == 0:
		s.key, s.at = key, i+1
	case s.at > 0:
		b.list = append(b.list, []int{s.at - 1, i})
		s.at = -len(b.list)
	default:
		b.list[-s.at-1] = append(b.list[-s.at-1], i)
	}
}

// The sums of FNV-1a, 64 bits.
const (
	sumStart = 14695981039346656037
	sumPrime = 1099511628211
)

// folded and looked are what a character of ASCII counts as where case, - and _
// are one, and where what looks alike is; m looks like two characters.
var folded, looked = func() (fold, look [128]byte) {
	for i := range fold {
		b := byte(i)
		fold[i], look[i] = b, b
		switch {
		case b >= 'A' && b <= 'Z':
			fold[i] += 'a' - 'A'
		case b == '-':
			fold[i] = '_'
		}
		switch b {
		case '1', 'I', '|':
			look[i] = 'l'
		case '0':
			look[i] = 'O'
		}
	}
	return fold, look
}()

// foldSum is a sum of the skeleton of a name, and of what stands before it, that
// makes no string of a name in plain ASCII.
func foldSum(name, before string) uint64 {
	if !plainASCII(name) {
		name = skeleton(name, twinLook)
	}
	sum := uint64(sumStart)
	for i := 0; i < len(before); i++ {
		sum = (sum ^ uint64(before[i])) * sumPrime
	}
	sum *= sumPrime
	for i := 0; i < len(name); i++ {
		sum = (sum ^ uint64(foldedByte(name[i]))) * sumPrime
	}
	return sum
}

// foldedByte is a byte of a skeleton, which has none beyond ASCII that changes.
func foldedByte(b byte) byte {
	if b < 128 {
		return folded[b]
	}
	return b
}

// lookSum likewise is a sum of what a name looks like.
func lookSum(name string) uint64 {
	if !plainASCII(name) {
		name = looksLike(name)
	}
	sum := uint64(sumStart)
	for i := 0; i < len(name); i++ {
		b := name[i]
		if b < 128 {
			b = looked[b]
		}
		if b == 'm' {
			sum = (sum ^ 'r') * sumPrime
			b = 'n'
		}
		sum = (sum ^ uint64(b)) * sumPrime
	}
	return sum
}

// sums are foldSum and lookSum of a name.
func sums(name string) (fold, look uint64) {
	if !plainASCII(name) {
		return foldSum(name, ""), lookSum(name)
	}
	fold, look = sumStart*sumPrime%(1<<64), sumStart
	for i := 0; i < len(name); i++ {
		b := name[i] & 127
		fold = (fold ^ uint64(folded[b])) * sumPrime
		l := looked[b]
		if l == 'm' {
			look = (look ^ 'r') * sumPrime
			l = 'n'
		}
		look = (look ^ uint64(l)) * sumPrime
	}
	return fold, look
}

// plainASCII reports whether a name has neither control characters nor any
// beyond ASCII.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i]-' ' >= 0x7f-' ' {
			return false
		}
	}
	return true
}

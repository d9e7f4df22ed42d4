package format

import (
	"hash/maphash"
	"sync"
)

// clineAgain keeps what was read again last: a message may hold very many
// calls, and each of them asks for it.
type clineAgain struct {
	sync.Mutex
	seed  maphash.Seed
	said  clineCallsOf
	pairs clinePairsOf
}

// clineSum tells messages apart; the zero value is that of none.
type clineSum struct {
	hash uint64
	size int
}

// clineCallsOf are the calls of a message: those in XML with their places, and
// the ids and names of the native ones.
type clineCallsOf struct {
	sum        clineSum
	calls      []xmlCall
	at         []uint32
	ids, names []string
}

// clinePairsOf are the answers to the calls of one message in another: texts by
// the number of the call.
type clinePairsOf struct {
	call, record clineSum
	isXML        bool
	texts        map[int]string
}

func (a *clineAgain) sum(line []byte) clineSum {
	return clineSum{maphash.Bytes(a.seed, line), len(line)}
}

// message are the calls of a message of the model.
func (a *clineAgain) message(line []byte) clineCallsOf {
	sum := a.sum(line)
	a.Lock()
	defer a.Unlock()
	if a.said.sum != sum || sum.size == 0 {
		m := clineParts(line)
		a.said = clineCallsOf{sum: sum, ids: m.ids, names: m.names}
		a.said.calls, a.said.at = clineCalls(line)
	}
	return a.said
}

// answer is what the message record answers to the n-th call of another.
func (a *clineAgain) answer(call, record []byte, isXML bool, n int) (text string, ok bool) {
	m := a.message(call)
	sum := a.sum(record)
	a.Lock()
	defer a.Unlock()
	if p := &a.pairs; p.texts == nil || p.call != m.sum || p.record != sum || p.isXML != isXML {
		results, _, alone := clineAnswers(record)
		names := m.names
		if isXML {
			names, alone = xmlNames(m.calls), false
		}
		*p = clinePairsOf{m.sum, sum, isXML, map[int]string{}}
		for i, k := range xmlPairs(names, results, alone) {
			if k >= 0 {
				p.texts[k] = results[i].text
			}
		}
	}
	text, ok = a.pairs.texts[n]
	return text, ok
}

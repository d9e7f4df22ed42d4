package format

import "hopscope/journey"

// The Data of a result that is taken for a failure of the tool, and of a last
// line that lists the key of a denied call.
type (
	sjFailed struct{}
	sjDenial struct{}
)

// sjFailedMax bounds the failures that wait for the last line.
const sjFailedMax = 4096

// failures gives results whose text says nothing to the reader.
func (w *sjWorker) failures(list []Event) {
	for i := range list {
		if e := &list[i]; e.Kind == ResultEvent && e.Class == journey.ClassToolFailed {
			e.Kind, e.Data = SpecialEvent, sjFailed{}
		}
	}
}

// denials takes the calls that the last line lists as denied.
func (w *sjWorker) denials() {
	for _, h := range w.att {
		if key := w.keys.of(h.Of(w.line.Text)); h.Slot == sjDenied && key != 0 {
			w.add(Event{Kind: SpecialEvent, Data: sjDenial{}, Key: key})
		}
	}
}

// fail keeps a failure until the last line.
func (r *sjReader) fail(b *Builder, e *Event) {
	if r.failed == nil {
		r.failed = map[uint64]Event{}
	}
	if len(r.failed) < sjFailedMax && e.Key != 0 {
		r.failed[e.Key] = *e
	}
	b.result(e)
}

// deny gives the result of a call again, of which the last line says that it
// was denied.
func (r *sjReader) deny(b *Builder, e *Event) {
	if failed, ok := r.failed[e.Key]; ok {
		delete(r.failed, e.Key)
		failed.Class = journey.ClassDenied
		b.result(&failed)
	}
}

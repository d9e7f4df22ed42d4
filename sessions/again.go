package sessions

import (
	"context"
	"maps"
)

// Again opens the same once more, as after an update that is Rewritten: of a
// database, or of a storage folder, the session that was read, though a newer
// one may be there by now; of a folder also the files that are new. It works
// behind Close too.
func (o *Opening) Again(ctx context.Context) (*Opening, error) {
	again := o.options
	again.folders = nil
	if again.before = maps.Clone(again.before); again.before == nil {
		again.before = map[string]string{}
	}
	for _, in := range o.all() {
		if in.store != nil && in.store.Session != "" {
			again.before[in.source.Path] = in.store.Session
		}
	}
	return Open(ctx, again)
}

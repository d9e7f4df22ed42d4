package sessions

import (
	"cmp"
	"context"
)

// ClientOf tells by the head of a recording which client made it; of a capture,
// which can be of any, it is the format's id. Empty: it is no format at all.
func ClientOf(ctx context.Context, path string, o Options) string {
	in, err := openFile(ctx, path, roleAny, &o)
	if err != nil {
		return ""
	}
	defer closeAll([]*input{in})
	return cmp.Or(in.source.Client, in.source.Format)
}

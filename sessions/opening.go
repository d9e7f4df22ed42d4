package sessions

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"hopscope/journey"
	"hopscope/sessions/casefile"
	"hopscope/sessions/catalog"
	"hopscope/sessions/follow"
	"hopscope/sessions/format"
	"hopscope/sessions/store"
)

// Opening is a set of inputs that is being read.
type Opening struct {
	inputs  []*input
	updates chan Update
	cancel  context.CancelFunc
	// gone is closed by Close: nobody takes updates any more.
	gone chan struct{}
	// read is closed when nothing is read any more.
	read  chan struct{}
	close sync.Once
	gate  gate
	// instructions are those of the user, for the session.
	instructions []journey.Prompt
	// mask hides secrets, nil: nothing is hidden.
	mask *masking
	// feed goes on when the inputs are followed; notify and following are of
	// that time.
	feed  *feed
	grows bool
	// ahead is the size from which on the end of a recording is looked at first,
	// 0: of none.
	ahead     int64
	notify    func(paths []string) follow.Notifier
	following sync.WaitGroup
	// options are those under which the inputs were opened; folders are the
	// folders among them, looked at for new files.
	options Options
	folders []*folder
	// more guards inputs, which grow while they are followed.
	more sync.RWMutex
}

// Open looks at the heads of the inputs and returns at once; reading goes on
// behind it. It fails for what cannot be opened and what is nothing that
// hopscope knows, with *Unreadable; then no input stays open.
//
// When ctx ends, reading stops, what was read is sent, and the channel of
// updates is closed. Bodies work until Close.
func Open(ctx context.Context, o Options) (*Opening, error) {
	if o.SpoolMax == 0 {
		o.SpoolMax = DefaultSpoolMax
	}
	inputs, err := openAll(ctx, &o)
	if err != nil {
		closeAll(inputs)
		return nil, err
	}
	for _, in := range inputs {
		if o.Follow && in.store != nil {
			in.stamp = in.store.Stamp()
		}
		if in.catalog != nil && in.kase == nil && o.Names != nil {
			catalog.SetForm(in.catalog, *o.Names)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	op := &Opening{options: o, folders: o.folders, inputs: inputs, updates: make(chan Update, 1), cancel: cancel, gone: make(chan struct{}), read: make(chan struct{}), instructions: slices.Clone(o.Instructions)}
	if o.Mask {
		op.mask = newMasking(inputs)
		for i := range op.instructions {
			op.instructions[i].Text = op.mask.text(op.instructions[i].Text)
		}
	}
	op.grows, op.notify = o.Follow, o.Notify
	if o.Ahead {
		op.ahead = cmp.Or(o.aheadFrom, aheadMin)
	}
	op.feed = newFeed(op)
	go op.feed.run(ctx)
	return op, nil
}

func openAll(ctx context.Context, o *Options) ([]*input, error) {
	var list []*input
	for _, path := range o.Paths {
		found, err := openPath(ctx, path, o)
		if err != nil {
			return list, err
		}
		list = append(list, found...)
	}
	for _, path := range o.Catalogs {
		found, err := openFile(ctx, path, roleCatalog, o)
		if err != nil {
			return list, err
		}
		list = append(list, found)
	}
	return openServers(ctx, list, o)
}

// openServers gives listings their servers. One that was given as PATH or
// catalog too is that one, and not a second list of the same tools.
func openServers(ctx context.Context, list []*input, o *Options) ([]*input, error) {
	given := len(list)
	keyed := map[*input]bool{}
	for _, key := range sortedKeys(o.Servers) {
		path := o.Servers[key]
		i := slices.IndexFunc(list[:given], func(in *input) bool {
			return in.catalog != nil && in.kase == nil && !keyed[in] && in.source.Path != "-" && filepath.Clean(in.source.Path) == filepath.Clean(path)
		})
		if i < 0 {
			found, err := openFile(ctx, path, roleCatalog, o)
			if err != nil {
				return list, err
			}
			i, list = len(list), append(list, found)
		}
		in := list[i]
		keyed[in] = true
		catalog.ServerKey(in.catalog, key)
		in.source.Notes = slices.DeleteFunc(in.source.Notes, func(n string) bool { return n == catalog.NoKeyNote })
	}
	switch {
	case len(list) == 0:
		return nil, errors.New("sessions: nothing to open")
	case len(list) > sourcesMax:
		return list, errors.New("sessions: more than 255 inputs; use hopscope scan")
	}
	return list, nil
}

func sortedKeys(m map[journey.Server]string) []journey.Server {
	keys := make([]journey.Server, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func openPath(ctx context.Context, path string, o *Options) ([]*input, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return openFolder(ctx, path, o)
	} else if path != "-" && errors.Is(err, os.ErrNotExist) {
		if file, ok := sessionFile(path, o.Folders); ok {
			path = file
			if st, err := os.Stat(path); err == nil && st.IsDir() && !store.IsStorage(path) {
				return openFolder(ctx, path, o)
			}
		}
	}
	in, err := openFile(ctx, path, roleAny, o)
	if err != nil {
		return nil, err
	}
	list := []*input{in}
	// The log of an MCP session has calls and, where tools/list was asked, what
	// they call.
	if path != "-" && in.format != nil && in.format.Info().ID == format.MCPLog().Info().ID {
		if tools, err := openFile(ctx, path, roleCatalog, o); err == nil && tools.catalog != nil && tools.source.Format == "mcp-tools-list" && len(tools.catalog.Tools) > 0 {
			list = append(list, tools)
		} else if err == nil {
			closeAll([]*input{tools})
		}
	}
	return list, nil
}

func openFile(ctx context.Context, path string, r role, o *Options) (*input, error) {
	var in *store.Input
	var err error
	switch {
	case path != "-":
		in, err = o.Databases.OpenAgain(path, o.before[path], o.SpoolMax)
	case o.Stdin != nil:
		in, err = store.OpenReader(path, o.Stdin, o.SpoolMax)
	default:
		return nil, &Unreadable{Path: path, What: "is standard input, and there is none", Fix: "Give a file"}
	}
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	return detect(ctx, in, r)
}

// sessionFile finds the recording of a session id where the clients keep them.
func sessionFile(id string, folders []string) (path string, ok bool) {
	if len(id) < 8 || slices.ContainsFunc([]byte(id), func(c byte) bool { return c == os.PathSeparator || c == '.' }) {
		return "", false
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", false
	}
	e, ok := store.FindID(os.Getenv, home, id, folders...)
	return e.Path, ok
}

// Updates returns what is read, in order. The channel is closed at the end.
// The first update comes as soon as the first lines are read; then they come
// at most 60 times a second, and less often when they are not taken.
func (o *Opening) Updates() <-chan Update { return o.updates }

// Bodies reads what the session does not keep. It works while the Opening is
// open, also before reading ends, from any goroutine.
func (o *Opening) Bodies() journey.Bodies {
	if o.mask != nil {
		return maskedBodies{bodies{o}, o.mask}
	}
	return bodies{o}
}

// all returns the inputs so far.
func (o *Opening) all() []*input {
	o.more.RLock()
	defer o.more.RUnlock()
	return slices.Clone(o.inputs)
}

// input returns an input by its index, nil where there is none.
func (o *Opening) input(index int) *input {
	o.more.RLock()
	defer o.more.RUnlock()
	if index >= len(o.inputs) {
		return nil
	}
	return o.inputs[index]
}

// Loaded returns a record with the sources as known before anything is read.
// Each call returns one of its own.
func (o *Opening) Loaded() *Loaded {
	l := &Loaded{Session: &journey.Session{Instructions: o.instructions}, Bodies: o.Bodies(), Case: o.Case(), mask: o.mask, stays: o.grows}
	for _, in := range o.all() {
		s := in.source
		s.Notes = slices.Clone(s.Notes)
		l.Sources = append(l.Sources, s)
	}
	l.Session.Sources = l.Sources
	return l
}

// Case returns the first case file among the inputs, nil without one.
func (o *Opening) Case() *casefile.Case {
	for _, in := range o.all() {
		if in.kase != nil {
			return in.kase
		}
	}
	return nil
}

// Close stops reading and closes the inputs. Bodies fail afterwards.
func (o *Opening) Close() {
	o.close.Do(func() {
		o.cancel()
		close(o.gone)
		<-o.read
		o.following.Wait()
		closeAll(o.inputs)
	})
}

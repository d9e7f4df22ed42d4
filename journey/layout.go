package journey

// Site is where a request declares a tool, and as what.
type Site struct {
	// Kind decides which rule its name has: a custom tool or a typed entry is
	// not held to the rule of functions.
	Kind ToolKind
	// Entry is the position in the tools array, -1 for a tool that is not
	// offered. Member is the position inside the entry's own list (a
	// namespace), -1 for an entry of its own.
	Entry, Member int
}

// Layout is a Provider whose tools array is not one entry a tool, or whose rule
// for a declared name depends on the tool kind. Callers ask by a type
// assertion, or use Declare and CheckDeclared, which know both kinds.
type Layout interface {
	// Sites returns the site of each tool; only offered ones are declared.
	Sites(tools []Naming) []Site
	// CheckAt is Check of a declared name at its site.
	CheckAt(name WireName, at Site, asOf string) (Verdict, []Violation)
	// DeclareAt is the declaration of one tool with the path of its name there;
	// the JSON is that of the tool alone, without a namespace around it.
	DeclareAt(n Naming, at Site) Declaration
	// Entries shapes the tools array: one text an entry, indented, in order.
	Entries(tools []Naming) []string
}

// Repeater is a Provider that judges many declared names at less cost.
type Repeater interface {
	// Repeat returns a function that answers as Check does at PlaceDeclare
	// (CheckAt, for a Layout). It is for the names of one request and not for
	// several goroutines.
	Repeat(asOf string) func(name *WireName, at *Site) (Verdict, []Violation)
}

// DeclaredSpace is one entry of a request that declares a namespace.
type DeclaredSpace struct {
	Name Namespace
	Path string // of the entry, for example input[14].tools[0]
}

// SpaceChecker is a Provider that judges the namespaces of a request together.
type SpaceChecker interface {
	// CheckSpaces returns a violation for each namespace that is declared again.
	CheckSpaces(spaces []DeclaredSpace, asOf string) []Violation
}

// Matcher is a Provider that looks a name up among the declared ones: the
// forced choice, the model's echo, a call that reaches a server.
type Matcher interface {
	// Match judges a name at a place where it must be a declared one
	// (NameRule.Declared); at other places it is Check.
	Match(place Place, name WireName, index int, declared []WireName, asOf string) (Verdict, []Violation)
}

// Declarations are the tools of one request as a provider declares them.
type Declarations struct {
	prov   Provider
	tools  []Naming
	layout Layout
	sites  []Site
}

// Declare lays the offered tools of a request out. Nothing is shaped yet.
func Declare(p Provider, tools []Naming) Declarations {
	d := Declarations{prov: p, tools: tools}
	if l, ok := p.(Layout); ok {
		d.layout, d.sites = l, l.Sites(tools)
		return d
	}
	d.sites = plainSites(tools)
	return d
}

// plainSites gives each offered tool an entry of its own.
func plainSites(tools []Naming) []Site {
	sites := make([]Site, len(tools))
	next := 0
	for i := range tools {
		sites[i] = Site{Kind: tools[i].Tool.Kind, Entry: -1, Member: -1}
		if tools[i].Status == Offered {
			sites[i].Entry = next
			next++
		}
	}
	return sites
}

// At returns where tool i is declared.
func (d *Declarations) At(i int) Site { return d.sites[i] }

// Of shapes the declaration of tool i alone. ok is false where it is not
// offered.
func (d *Declarations) Of(i int) (decl Declaration, ok bool) {
	at := d.sites[i]
	switch {
	case at.Entry < 0:
		return Declaration{}, false
	case d.layout != nil:
		return d.layout.DeclareAt(d.tools[i], at), true
	}
	return d.prov.Declare(d.tools[i], at.Entry), true
}

// Check judges the declared name of tool i.
func (d *Declarations) Check(i int, asOf string) (Verdict, []Violation) {
	at := d.sites[i]
	switch {
	case at.Entry < 0:
		return VerdictUnknown, nil
	case d.layout != nil:
		return d.layout.CheckAt(d.tools[i].Wire, at, asOf)
	}
	return d.prov.Check(PlaceDeclare, d.tools[i].Wire, at.Entry, asOf)
}

// checker is Check for all tools of the request.
func (d *Declarations) checker(asOf string) func(name *WireName, at *Site) (Verdict, []Violation) {
	if r, ok := d.prov.(Repeater); ok {
		return r.Repeat(asOf)
	}
	return func(name *WireName, at *Site) (Verdict, []Violation) {
		if d.layout != nil {
			return d.layout.CheckAt(*name, *at, asOf)
		}
		return d.prov.Check(PlaceDeclare, *name, at.Entry, asOf)
	}
}

// Entries shapes the whole tools array.
func (d *Declarations) Entries() []string {
	if d.layout != nil {
		return d.layout.Entries(d.tools)
	}
	var entries []string
	for i := range d.tools {
		if decl, ok := d.Of(i); ok {
			entries = append(entries, decl.JSON)
		}
	}
	return entries
}

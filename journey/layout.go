package journey

// Site is where a request declares a tool, and as what.
type Site struct {
	// Kind decides which rule its name has: a custom tool or a typed entry is
	// not held to the rule of functions.
	Kind ToolKind
	// Entry is the position in the tools array, Member the position inside the
	// entry's own list (a namespace), -1 for an entry of its own.
	Entry, Member int
}

// Layout is a Provider whose tools array is not one entry a tool, or whose rule
// for a declared name depends on the tool kind. Callers ask by a type
// assertion; for all others the position among the offered tools is the
// position of the entry.
type Layout interface {
	// Sites returns the site of each offered tool, in their order.
	Sites(offered []Naming) []Site
	// CheckAt is Check of a declared name at its site.
	CheckAt(name WireName, at Site, asOf string) (Verdict, []Violation)
	// DeclareAt is the declaration of one tool with the path of its name there;
	// the JSON is that of the tool alone, without a namespace around it.
	DeclareAt(n Naming, at Site) Declaration
	// Entries shapes the tools array: one text an entry, indented, in order.
	Entries(offered []Naming) []string
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

// CheckDeclared judges the declared names of all offered tools, each at its
// site.
func CheckDeclared(p Provider, offered []Naming, asOf string) ([]Verdict, [][]Violation) {
	verdicts := make([]Verdict, len(offered))
	found := make([][]Violation, len(offered))
	l, ok := p.(Layout)
	if !ok {
		for i := range offered {
			verdicts[i], found[i] = p.Check(PlaceDeclare, offered[i].Wire, i, asOf)
		}
		return verdicts, found
	}
	for i, at := range l.Sites(offered) {
		verdicts[i], found[i] = l.CheckAt(offered[i].Wire, at, asOf)
	}
	return verdicts, found
}

package vocab

// The functions below ask the built-in tables; see the methods of Table.

// ClientID returns the id of a client from its id or one of its aliases.
func ClientID(text string) (id string, ok bool) { return Builtin().ClientID(text) }

// Clients returns the clients that have a table of names.
func Clients() []Client { return Builtin().Clients() }

// Capabilities returns all capabilities, in the order of the matrix.
func Capabilities() []Capability { return Builtin().Capabilities() }

// Lookup returns the rows that have this name, byte for byte.
func Lookup(name string) []Hit { return Builtin().Lookup(name) }

// LookupASCII returns the rows that have this name by AsciiFold.
func LookupASCII(name string) []Hit { return Builtin().LookupASCII(name) }

// LookupDrift returns the rows that have this name by DriftFold.
func LookupDrift(name string) []Hit { return Builtin().LookupDrift(name) }

// ByClient returns the rows of a client, by capability.
func ByClient(client string) []Entry { return Builtin().ByClient(client) }

// ByCapability returns the rows of a capability, by client.
func ByCapability(capability string) []Entry { return Builtin().ByCapability(capability) }

// CapabilityOf returns the capabilities of a name at a client, or at all
// clients and providers when client is empty.
func CapabilityOf(name, client string) []string { return Builtin().CapabilityOf(name, client) }

// Has answers whether a client at a version has name among its own tools.
func Has(client, version, name string) Presence { return Builtin().Has(client, version, name) }

// ProviderTools returns the typed tools of providers.
func ProviderTools() []ProviderTool { return Builtin().ProviderTools() }

// Pairs returns all that is not interchangeable.
func Pairs() []Pair { return Builtin().Pairs() }

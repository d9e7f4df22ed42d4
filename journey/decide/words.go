package decide

// reasonWords say the reasons in a sentence each.
var reasonWords = map[Reason]string{
	AlreadyExact:       "The name is declared as it is written.",
	EmptyName:          "A call without a name means no tool.",
	CustomPayload:      "Its payload is no argument object: another tool could not read it.",
	ProviderSide:       "The provider runs this itself: no tool of the client can stand in.",
	Ambiguous:          "Two or more tools fit, and none is chosen by guessing.",
	Namespaced:         "A name with a namespace is matched inside it only.",
	CrossNamespace:     "The same name in another namespace belongs to another server.",
	NotInterchangeable: "No declared tool does what this command does.",
	UnknownName:        "No client is known to have a tool of this name.",
	EditVsPatch:        "An edit takes an old and a new text, a patch takes patch text: one is never sent to the other.",
	NotDeclared:        "What it does is known, and no declared tool does it.",
	ArgsDoNotFit:       "The tool would answer these arguments with an error.",
	AlreadyNamed:       "It has the name already.",
	NoTarget:           "There is no function for this task.",
	TwoCallers:         "Two tools would get one name.",
	TargetDeclared:     "Another declared tool has the name.",
	TargetNamespaced:   "A tool with a namespace has this form.",
	ProviderRefuses:    "The provider does not take the name.",
}

// Words say a reason in a sentence; empty for none.
func (r Reason) Words() string { return reasonWords[r] }

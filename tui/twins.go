package tui

import "hopscope/journey"

// twoNamesPart shows the names that meet in one form, one above the other;
// ok is false where no clash concerns the tool.
func twoNamesPart(d *detail, w int) (p part, ok bool) { return part{}, false }

// lackPart lists what the request would lack.
func lackPart(plan *journey.Plan, census *journey.CensusResult, w int) part { return part{} }

// wordsPart shows the client's own warnings.
func wordsPart(plan *journey.Plan, scheme journey.Scheme, w int) part { return part{} }

// nearTwinsPart lists names that differ in what people overlook.
func nearTwinsPart(census *journey.CensusResult, w int) part { return part{} }

// elsewhere is what another scheme makes of the same names.
type elsewhere struct {
	scheme      string
	offered, of int
	as          string
	refused     bool
	note        string
}

// elsewhereRows asks other schemes about the tools that clash with d's tool.
func elsewhereRows(d *detail, schemes []journey.Scheme) []elsewhere { return nil }

// elsewherePart is "The same two names elsewhere".
func elsewherePart(d *detail, rows []elsewhere, w int) part { return part{} }

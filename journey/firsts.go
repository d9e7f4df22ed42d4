package journey

import "hash/maphash"

// FirstPlaces returns for each wire name the first place in the list where it
// stands: its own for a name that did not stand before.
func FirstPlaces(names []WireName) []int32 {
	size := 8
	for size < 2*len(names) {
		size *= 2
	}
	places := make([]int32, len(names)+size)
	// slots is a table with open addressing: places counted from 1, 0 is free.
	slots := places[len(names):]
	places = places[:len(names):len(names)]
	seed := maphash.MakeSeed() // equal names only: the order of slots shows nowhere
	for i := range names {
		n := &names[i]
		sum := maphash.String(seed, string(n.Name))
		if n.Namespace != "" {
			sum ^= maphash.String(seed, string(n.Namespace)) * sumPrime
		}
		k := int(sum) & (size - 1)
		for slots[k] != 0 && names[slots[k]-1] != *n {
			k = (k + 1) & (size - 1)
		}
		if slots[k] == 0 {
			slots[k] = int32(i + 1)
		}
		places[i] = slots[k] - 1
	}
	return places
}

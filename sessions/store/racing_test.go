//go:build race

package store

// racing is set under the race detector, where SQLite takes many times as long
// and the tests of damage read fewer variants.
const racing = true

package tui

// jsonPaint highlights JSON and keeps what it painted, by document.
type jsonPaint struct{}

func newJSONPaint() *jsonPaint { return &jsonPaint{} }

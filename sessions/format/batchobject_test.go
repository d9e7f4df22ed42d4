package format

import "testing"

// TestBatchObject tells a batch in one object from other objects with requests.
func TestBatchObject(t *testing.T) {
	const params = `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"x"}],"tools":[{"name":"heat","input_schema":{}}]}`
	for data, want := range map[string]int{
		`{"requests":[{"custom_id":"a","params":` + params + `}]}`:                                                            1,
		"\xef\xbb\xbf" + `{"requests":[{"custom_id":"a","params":` + params + `},{"custom_id":"b","params":` + params + `}]}`: 2,
		`{"requests":[{"custom_id":"a","params":` + params + `},{"custom_id":"b"},{"params":` + params + `}]}`:                1,
		`{"requests":[{"params":` + params + `}]}`:                                                                            0,
		`{"requests":[{"custom_id":"a","params":{"x":1}}]}`:                                                                   0,
		`{"requests":[{"custom_id":7,"params":` + params + `}]}`:                                                              0,
		`{"requests":[]}`:                0,
		`{"requests":{"custom_id":"a"}}`: 0,
	} {
		if got := len(batchRequests([]byte(data))); got != want {
			t.Errorf("batchRequests(%s) = %d requests, want %d", data, got, want)
		}
		if got := IsBody([]byte(data)); got != (want > 0) {
			t.Errorf("IsBody(%s) = %v, want %v", data, got, want > 0)
		}
		if want > 0 {
			if got := len(RequestBodies([]byte(data))); got != want {
				t.Errorf("RequestBodies(%s) = %d, want %d", data, got, want)
			}
		}
	}
}

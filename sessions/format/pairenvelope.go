package format

import (
	"strings"

	"hopscope/sessions/walk"
)

// pair is a line of a proxy's log that was walked over: where its members
// stand. Of a member that stands twice the last one counts, as in
// encoding/json.
type pair struct {
	line []byte
	at   [pairSlots]walk.Range
}

// The members of a pair that are looked at.
const (
	pairNothing walk.Slot = iota

	// Objects whose members are asked for stand before these.
	pairAsked    // request
	pairAnswered // response
	pairProxied
	pairInfo
	pairMeta
	pairMetaInfo
	pairError
	pairParameters
	pairResult
	pairObjects // number of these

	pairBodySnake
	pairBodyCamel
	pairAskedBody
	pairAskedRaw
	pairAskedData
	pairAskedJSON
	pairProxiedBody
	pairBody

	pairAnswerSnake
	pairAnswerCamel
	pairAnsweredBody
	pairAnsweredRaw
	pairAnsweredEvents
	pairAnsweredData
	pairAnsweredJSON
	pairAnswerRaw

	pairAskedURL
	pairAskedURI
	pairAskedPath
	pairPlainURL
	pairURI
	pairPath
	pairEndpoint
	pairAPIBase

	pairAnsweredCode
	pairAnsweredCodeCamel
	pairAnsweredStatus
	pairCode
	pairCodeCamel
	pairResponseStatus
	pairPlainStatus

	pairAskedTime
	pairTimestamp
	pairPlainTime
	pairTS
	pairStartCamel
	pairStart
	pairLogged

	pairAskedHeaders
	pairHeadersSnake
	pairHeadersCamel
	pairHeaders

	pairMessages
	pairModel
	pairTools
	pairFunctions
	pairToolChoice
	pairErrorText
	pairInfoText
	pairMetaInfoText
	pairException
	pairErrorMessage

	pairType
	pairPayload
	pairSessionID
	pairLog
	pairCustomID
	pairBatchAsked
	pairBatchAnswer
	pairBatchError
	pairSlots // number of slots
)

var pairPaths = [...]string{
	pairAsked: "request", pairAnswered: "response", pairProxied: "proxy_server_request", pairInfo: "error_information", pairMeta: "metadata",
	pairMetaInfo: "metadata.error_information", pairError: "error", pairParameters: "model_parameters", pairResult: "result",

	pairBodySnake: "request_body", pairBodyCamel: "requestBody", pairAskedBody: "request.body", pairAskedRaw: "request.raw_body",
	pairAskedData: "request.data", pairAskedJSON: "request.json", pairProxiedBody: "proxy_server_request.body", pairBody: "body",

	pairAnswerSnake: "response_body", pairAnswerCamel: "responseBody", pairAnsweredBody: "response.body", pairAnsweredRaw: "response.body_raw",
	pairAnsweredEvents: "response.events", pairAnsweredData: "response.data", pairAnsweredJSON: "response.json", pairAnswerRaw: "response_body_raw",

	pairAskedURL: "request.url", pairAskedURI: "request.uri", pairAskedPath: "request.path", pairPlainURL: "url", pairURI: "uri", pairPath: "path",
	pairEndpoint: "endpoint", pairAPIBase: "api_base",

	pairAnsweredCode: "response.status_code", pairAnsweredCodeCamel: "response.statusCode", pairAnsweredStatus: "response.status",
	pairCode: "status_code", pairCodeCamel: "statusCode", pairResponseStatus: "response_status", pairPlainStatus: "status",

	pairAskedTime: "request.timestamp", pairTimestamp: "timestamp", pairPlainTime: "time", pairTS: "ts", pairStartCamel: "startTime",
	pairStart: "start_time", pairLogged: "logged_at",

	pairAskedHeaders: "request.headers", pairHeadersSnake: "request_headers", pairHeadersCamel: "requestHeaders", pairHeaders: "headers",

	pairMessages: "messages", pairModel: "model", pairTools: "model_parameters.tools", pairFunctions: "model_parameters.functions",
	pairToolChoice: "model_parameters.tool_choice", pairErrorText: "error_str", pairInfoText: "error_information.error_message",
	pairMetaInfoText: "metadata.error_information.error_message", pairException: "exception", pairErrorMessage: "error.message",

	pairType: "type", pairPayload: "payload", pairSessionID: "sessionId", pairLog: "log", pairCustomID: "custom_id",
	pairBatchAsked: "params", pairBatchAnswer: "result.message", pairBatchError: "result.error",
}

// The members under which such logs keep one thing, in the order in which they
// are tried.
var (
	pairRequest  = [...]walk.Slot{pairBodySnake, pairBodyCamel, pairAskedBody, pairAskedRaw, pairAskedData, pairAskedJSON, pairProxiedBody, pairProxied, pairAsked, pairBody}
	pairResponse = [...]walk.Slot{
		pairAnswerSnake, pairAnswerCamel, pairAnsweredBody, pairAnsweredRaw, pairAnsweredEvents, pairAnsweredData, pairAnsweredJSON, pairAnswerRaw, pairAnswered,
	}
	pairURL    = [...]walk.Slot{pairAskedURL, pairAskedURI, pairAskedPath, pairPlainURL, pairURI, pairPath, pairEndpoint, pairAPIBase}
	pairStatus = [...]walk.Slot{pairAnsweredCode, pairAnsweredCodeCamel, pairAnsweredStatus, pairCode, pairCodeCamel, pairResponseStatus, pairPlainStatus}
	pairTime   = [...]walk.Slot{pairAskedTime, pairTimestamp, pairPlainTime, pairTS, pairStartCamel, pairStart, pairLogged}
	pairAgent  = [...]walk.Slot{pairAskedHeaders, pairHeadersSnake, pairHeadersCamel, pairHeaders}
	pairFailed = [...]walk.Slot{pairErrorText, pairInfoText, pairMetaInfoText, pairException, pairErrorMessage, pairError}
)

// pairInside gives the object of which a member is one, pairNothing for the
// line itself.
func pairInside(s walk.Slot) walk.Slot {
	path := pairPaths[s]
	for o := pairNothing + 1; o < pairObjects; o++ {
		if n := len(pairPaths[o]); strings.LastIndexByte(path, '.') == n && path[:n] == pairPaths[o] {
			return o
		}
	}
	return pairNothing
}

// pairWalker walks over pairs for one goroutine.
type pairWalker struct {
	walker *walk.Walker
	inside [pairSlots]walk.Slot
	pair   pair
}

func newPairWalker() *pairWalker {
	w := &pairWalker{walker: walk.New(walk.Compile(pairPaths[:]))}
	for s := range w.inside {
		w.inside[s] = pairInside(walk.Slot(s))
	}
	return w
}

// walk takes a line; the pair is valid until the next one.
func (w *pairWalker) walk(line []byte) (*pair, error) {
	hits, st := w.walker.Walk(line)
	if st.Result != walk.OK || st.Root != walk.Object {
		return nil, notAnObject(line)
	}
	p := &w.pair
	*p = pair{line: line}
	for _, h := range hits {
		p.at[h.Slot] = h.Range
	}
	for s := range p.at { // members of an object that stands again count no more
		in := w.inside[s]
		if o := p.at[in]; in != pairNothing && (o.Kind != walk.Object || p.at[s].Start < o.Start) {
			p.at[s] = walk.Range{}
		}
	}
	return p, nil
}

// has reports whether a member is there, even as null.
func (p *pair) has(s walk.Slot) bool { return p.at[s].Kind != walk.None }

// of returns a member, nil where there is none.
func (p *pair) of(s walk.Slot) []byte {
	if !p.has(s) {
		return nil
	}
	return p.at[s].Of(p.line)
}

// take makes an exchange of a line.
func (w *pairWalker) take(line []byte) ([]exchange, error) {
	p, err := w.walk(line)
	if err != nil {
		return nil, err
	}
	return p.exchanges(), nil
}

// pick returns the first of the members that is there and not null.
func (p *pair) pick(list []walk.Slot) []byte {
	for _, s := range list {
		if there(p.at[s]) {
			return p.of(s)
		}
	}
	return nil
}

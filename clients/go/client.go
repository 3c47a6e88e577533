// Package lockstep is a client of Lockstep, the self-hosted platform for fitness data.
//
// [New] returns a [Client]. The operations of the API are its methods, in groups: client.Fitness.ReadPoints,
// client.Datasets.CreateDataset. A call returns the answer, or an error to inspect with [errors.As]:
// [APIError] and the types of its statuses, [ConnectionError], [TimeoutError].
package lockstep

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
)

// Client is a client of one Lockstep server. Goroutines may share it.
type Client struct {
	Operations
	transport *transport
}

// New returns a client of the server at this address, such as https://lockstep.example.org.
// Without a credential, only open operations succeed.
func New(baseURL string, options ...ClientOption) (*Client, error) {
	transport, err := newTransport(baseURL, options)
	if err != nil {
		return nil, err
	}
	return &Client{Operations: newOperations(transport), transport: transport}, nil
}

// Stream returns new points, insights, metrics and activities of the account as they are stored, each once and in
// order. A lost connection is opened again, and continues after the last message. The loop ends with an error when
// the context does.
func (c *Client) Stream(ctx context.Context, options *ListenOptions) iter.Seq2[StreamMessage, error] {
	id := func(message *StreamMessage) string { return message.ID }
	return listen(ctx, c.transport, feed[StreamMessage]{path: "/v1/sfdp/stream", id: id}, options)
}

// AgentUpdates returns updates about the account's agents in the same way: answers, deployments and changes of
// their status.
func (c *Client) AgentUpdates(ctx context.Context, options *ListenOptions) iter.Seq2[AgentUpdate, error] {
	id := func(update *AgentUpdate) string { return update.ID }
	return listen(ctx, c.transport, feed[AgentUpdate]{path: "/v1/agents/websocket", id: id}, options)
}

// Channels returns the messages of channels of the platform in the same way. Every account may listen to
// [EventChannelNameMarketplace], administrators and auditors also to the others: the loop of another account ends with a
// [PermissionDeniedError]. The type of a message tells which fields its payload has.
func (c *Client) Channels(
	ctx context.Context, channels []EventChannelName, options *ListenOptions,
) iter.Seq2[ChannelMessage, error] {
	if len(channels) == 0 {
		return failed[ChannelMessage](errors.New("lockstep: channels must name at least one channel"))
	}
	type subscription struct {
		Type     string             `json:"type"`
		Channels []EventChannelName `json:"channels"`
	}
	frame, err := json.Marshal(subscription{"subscribe", channels})
	if err != nil {
		return failed[ChannelMessage](fmt.Errorf("lockstep: channels: %w", err))
	}
	id := func(message *ChannelMessage) string { return message.ID }
	return listen(ctx, c.transport, feed[ChannelMessage]{"/v1/ws", id, frame}, options)
}

// DatasetUpdates returns the changes of a dataset of the account in the same way, or of all its datasets if the id is
// empty. A dataset that the account does not have is a [NotFoundError].
func (c *Client) DatasetUpdates(
	ctx context.Context, datasetID string, options *ListenOptions,
) iter.Seq2[DatasetUpdate, error] {
	type subscription struct {
		Type      string `json:"type"`
		Channel   string `json:"channel"`
		DatasetID string `json:"dataset_id,omitzero"`
	}
	frame, err := json.Marshal(subscription{"subscribe", "dataset_updates", datasetID})
	if err != nil {
		return failed[DatasetUpdate](fmt.Errorf("lockstep: datasetID: %w", err))
	}
	id := func(update *DatasetUpdate) string { return update.ID }
	return listen(ctx, c.transport, feed[DatasetUpdate]{"/api/ws", id, frame}, options)
}

// Request is a request that this version of the package has no method for.
type Request struct {
	// Method is GET if it is empty.
	Method string
	// Path is that of the API, such as /v1/sfdp/data.
	Path  string
	Query url.Values
	// Body is sent as JSON, unless it is an [Upload] with its ContentType. Nil means no body.
	Body any
	// Accept is the media type of the answer: application/json if it is empty.
	Accept string
}

// Do sends a request that this version of the package has no method for, and returns its answer as a stream. Credentials,
// retries and errors are those of the other calls.
func (c *Client) Do(ctx context.Context, request Request, options ...CallOption) (*Download, error) {
	if !strings.HasPrefix(request.Path, "/") {
		return nil, fmt.Errorf("lockstep: the path of a request must begin with /, and is %q", request.Path)
	}
	var body *payload
	if upload, ok := request.Body.(Upload); ok {
		body = upload.body()
	} else {
		body = jsonBody(request.Body)
	}
	operation := &operation{method: cmp.Or(request.Method, http.MethodGet), path: request.Path}
	input := input{query: request.Query, body: body}
	return download(ctx, c.transport, cmp.Or(request.Accept, jsonType), operation, input, options)
}

// failed returns a loop that ends with an error at once.
func failed[M any](err error) iter.Seq2[M, error] {
	return func(yield func(M, error) bool) {
		var none M
		yield(none, err)
	}
}

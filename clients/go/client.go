// Package lockstep is a client of Lockstep, the self-hosted platform for fitness data.
//
// [New] returns a [Client]. The operations of the API are its methods, in groups: client.Fitness.ReadPoints,
// client.Datasets.CreateDataset. A call returns the answer, or an error to inspect with [errors.As]:
// [APIError] and the types of its statuses, [ConnectionError], [TimeoutError].
package lockstep

import (
	"context"
	"iter"
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
	return listen(ctx, c.transport, "/v1/sfdp/stream", id, options)
}

// AgentUpdates returns updates about the account's agents in the same way: answers, deployments and changes of
// their status.
func (c *Client) AgentUpdates(ctx context.Context, options *ListenOptions) iter.Seq2[AgentUpdate, error] {
	id := func(update *AgentUpdate) string { return update.ID }
	return listen(ctx, c.transport, "/v1/agents/websocket", id, options)
}

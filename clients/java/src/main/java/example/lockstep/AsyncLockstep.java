package example.lockstep;

import example.lockstep.internal.Socket;
import example.lockstep.internal.Subscriptions;
import example.lockstep.internal.Transport;
import example.lockstep.models.AgentUpdate;
import example.lockstep.models.ChannelMessage;
import example.lockstep.models.DatasetUpdate;
import example.lockstep.models.EventChannelName;
import example.lockstep.models.StreamMessage;
import example.lockstep.operations.AsyncGroups;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A client whose methods return futures, which fail with the exceptions of the synchronous client. Cancelling a future cancels its
 * request. {@link Lockstep#async} makes it.
 */
public final class AsyncLockstep extends AsyncGroups {

    private final Transport transport;

    AsyncLockstep(Transport transport) {
        super(transport);
        this.transport = transport;
    }

    /**
     * Returns new points, insights, metrics and activities as they are stored, each once and in order.
     *
     * @param options where the messages begin
     * @return the messages
     */
    public AsyncEventStream<StreamMessage> stream(StreamOptions options) {
        return new AsyncEventStream<>(new Socket<>(transport, Lockstep.STREAM, StreamMessage.class, options));
    }

    /**
     * Returns updates about the account's agents: answers, deployments and changes of their status.
     *
     * @param options where the messages begin
     * @return the messages
     */
    public AsyncEventStream<AgentUpdate> agentUpdates(StreamOptions options) {
        return new AsyncEventStream<>(new Socket<>(transport, Lockstep.AGENTS, AgentUpdate.class, options));
    }

    /**
     * Returns the messages of channels of the platform. Every account may listen to {@link EventChannelName#MARKETPLACE},
     * administrators and auditors also to the others: another account gets a {@link PermissionDeniedException}. The type of a
     * message tells which fields its payload has.
     *
     * @param channels the channels, one at least
     * @param options where the messages begin
     * @return the messages
     */
    public AsyncEventStream<ChannelMessage> channels(Collection<EventChannelName> channels, StreamOptions options) {
        return new AsyncEventStream<>(new Socket<>(
                transport, Lockstep.CHANNELS, ChannelMessage.class, options, Subscriptions.channels(channels)));
    }

    /**
     * Returns the changes of a dataset of the account, or of all its datasets. A dataset that the account does not have is a
     * {@link NotFoundException}.
     *
     * @param datasetId the id of the dataset; null for all datasets
     * @param options where the messages begin
     * @return the messages
     */
    public AsyncEventStream<DatasetUpdate> datasetUpdates(String datasetId, StreamOptions options) {
        return new AsyncEventStream<>(new Socket<>(
                transport, Lockstep.DATASETS, DatasetUpdate.class, options, Subscriptions.dataset(datasetId)));
    }

    /**
     * Sends a request that this version of the library has no method for.
     *
     * @param method the method, such as <code>GET</code>
     * @param path the path, such as <code>/v1/sfdp/data</code>
     * @param query the parameters of the query; may be empty
     * @param body a value that JSON has; may be null
     * @param accept the media type of the answer
     * @param options the options of this call
     * @return the answer as a stream; close it after use
     */
    public CompletableFuture<Download> request(
            String method, String path, Map<String, ?> query, Object body, String accept, CallOptions options) {
        return transport.download(Lockstep.operation(method, path), Lockstep.arguments(query, body), accept, options);
    }

    @Override
    public String toString() {
        return "AsyncLockstep[" + transport.settings().baseUrl() + "]";
    }
}

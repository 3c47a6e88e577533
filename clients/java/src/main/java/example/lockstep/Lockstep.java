package example.lockstep;

import example.lockstep.internal.Arguments;
import example.lockstep.internal.Credential;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Query;
import example.lockstep.internal.Settings;
import example.lockstep.internal.Socket;
import example.lockstep.internal.Subscriptions;
import example.lockstep.internal.Transport;
import example.lockstep.models.AgentUpdate;
import example.lockstep.models.ChannelMessage;
import example.lockstep.models.DatasetUpdate;
import example.lockstep.models.EventChannelName;
import example.lockstep.models.StreamMessage;
import example.lockstep.operations.Groups;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A client of one Lockstep server, for one or several threads. It cannot be changed.
 *
 * <p>The operations are in groups, by the tags of the API's document: <code>lockstep.fitness().readPoints()</code>. A call returns
 * the answer, or throws an {@link ApiException}.
 */
public final class Lockstep extends Groups {

    static final String STREAM = "/v1/sfdp/stream";
    static final String AGENTS = "/v1/agents/websocket";
    static final String CHANNELS = "/v1/ws";
    static final String DATASETS = "/api/ws";

    private final Transport transport;

    private Lockstep(Transport transport) {
        super(transport);
        this.transport = transport;
    }

    /**
     * Begins a client.
     *
     * @param baseUrl the address of the server, such as <code>https://lockstep.example.org</code>
     * @return a builder
     */
    public static Builder builder(String baseUrl) {
        return new Builder(baseUrl);
    }

    /**
     * Returns the same client with methods that return futures.
     *
     * @return the asynchronous client
     */
    public AsyncLockstep async() {
        return new AsyncLockstep(transport);
    }

    /**
     * Returns new points, insights, metrics and activities as they are stored, each once and in order.
     *
     * @return the messages; close them after use
     */
    public EventStream<StreamMessage> stream() {
        return stream(StreamOptions.DEFAULT);
    }

    /**
     * Returns new points, insights, metrics and activities as they are stored, each once and in order.
     *
     * @param options where the messages begin
     * @return the messages; close them after use
     */
    public EventStream<StreamMessage> stream(StreamOptions options) {
        return new EventStream<>(new Socket<>(transport, STREAM, StreamMessage.class, options));
    }

    /**
     * Returns updates about the account's agents: answers, deployments and changes of their status.
     *
     * @return the messages; close them after use
     */
    public EventStream<AgentUpdate> agentUpdates() {
        return agentUpdates(StreamOptions.DEFAULT);
    }

    /**
     * Returns updates about the account's agents: answers, deployments and changes of their status.
     *
     * @param options where the messages begin
     * @return the messages; close them after use
     */
    public EventStream<AgentUpdate> agentUpdates(StreamOptions options) {
        return new EventStream<>(new Socket<>(transport, AGENTS, AgentUpdate.class, options));
    }

    /**
     * Returns the messages of channels of the platform. Every account may listen to {@link EventChannelName#MARKETPLACE},
     * administrators and auditors also to the others: another account gets a {@link PermissionDeniedException}. The type of a
     * message tells which fields its payload has.
     *
     * @param channels the channels, one at least
     * @param options where the messages begin
     * @return the messages; close them after use
     */
    public EventStream<ChannelMessage> channels(Collection<EventChannelName> channels, StreamOptions options) {
        return new EventStream<>(
                new Socket<>(transport, CHANNELS, ChannelMessage.class, options, Subscriptions.channels(channels)));
    }

    /**
     * Returns the changes of a dataset of the account, or of all its datasets. A dataset that the account does not have is a
     * {@link NotFoundException}.
     *
     * @param datasetId the id of the dataset; null for all datasets
     * @param options where the messages begin
     * @return the messages; close them after use
     */
    public EventStream<DatasetUpdate> datasetUpdates(String datasetId, StreamOptions options) {
        return new EventStream<>(
                new Socket<>(transport, DATASETS, DatasetUpdate.class, options, Subscriptions.dataset(datasetId)));
    }

    /**
     * Returns the messages of channels of the platform.
     *
     * @param channels the channels, one at least
     * @return the messages; close them after use
     * @see #channels(Collection, StreamOptions)
     */
    public EventStream<ChannelMessage> channels(EventChannelName... channels) {
        return channels(List.of(channels), StreamOptions.DEFAULT);
    }

    /**
     * Returns the changes of all datasets of the account.
     *
     * @return the messages; close them after use
     */
    public EventStream<DatasetUpdate> datasetUpdates() {
        return datasetUpdates(null, StreamOptions.DEFAULT);
    }

    /**
     * Returns the changes of a dataset of the account.
     *
     * @param datasetId the id of the dataset
     * @return the messages; close them after use
     * @see #datasetUpdates(String, StreamOptions)
     */
    public EventStream<DatasetUpdate> datasetUpdates(String datasetId) {
        return datasetUpdates(datasetId, StreamOptions.DEFAULT);
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
    public Download request(
            String method, String path, Map<String, ?> query, Object body, String accept, CallOptions options) {
        return Futures.await(async().request(method, path, query, body, accept, options));
    }

    @Override
    public String toString() {
        return "Lockstep[" + transport.settings().baseUrl() + "]";
    }

    static Arguments arguments(Map<String, ?> query, Object body) {
        Query.Free parameters = new Query.Free();
        query.forEach(parameters::put);
        return new Arguments().query(parameters).json(body);
    }

    static Operation<Object> operation(String method, String path) {
        return new Operation<>(method, path, Object.class);
    }

    /** Makes a client. Without a credential, only open operations succeed. */
    public static final class Builder {

        private final String baseUrl;
        private Credential credential = Credential.NONE;
        private Duration timeout = Duration.ofSeconds(60);
        private int maxRetries = 3;
        private Duration maxRetryDelay = Duration.ofSeconds(60);
        private HttpClient httpClient;

        private Builder(String baseUrl) {
            this.baseUrl = baseUrl;
        }

        /**
         * Uses an API key.
         *
         * @param key the key
         * @return this builder
         */
        public Builder apiKey(String key) {
            return credential(Credential.fixed(key));
        }

        /**
         * Uses an access token, which is not renewed.
         *
         * @param token the token
         * @return this builder
         */
        public Builder accessToken(String token) {
            return credential(Credential.fixed(token));
        }

        /**
         * Signs in, and gets new tokens before they end.
         *
         * @param username the name of an account
         * @param password its password
         * @return this builder
         */
        public Builder password(String username, String password) {
            return credential(Credential.password(username, password));
        }

        /**
         * Gets new tokens before they end.
         *
         * @param token a refresh token, which works once
         * @param onTokens is called with each new pair: store the newest
         * @return this builder
         */
        public Builder refreshToken(String token, Consumer<Tokens> onTokens) {
            return credential(Credential.refreshToken(token, onTokens));
        }

        private Builder credential(Credential given) {
            if (credential != Credential.NONE) {
                throw new IllegalStateException("give one credential: apiKey, accessToken, password or refreshToken");
            }
            credential = given;
            return this;
        }

        /**
         * Limits the pauses of the server. The default is one minute.
         *
         * @param limit the longest time until the server takes the next part of a body, and until it sends the next part of an
         *     answer
         * @return this builder
         */
        public Builder timeout(Duration limit) {
            timeout = limit;
            return this;
        }

        /**
         * Sets how often a request is sent again. The default is 3.
         *
         * @param count the number
         * @return this builder
         */
        public Builder maxRetries(int count) {
            maxRetries = count;
            return this;
        }

        /**
         * Limits the pause that <code>Retry-After</code> may request; a longer one is an exception. The default is one minute.
         *
         * @param limit the longest pause
         * @return this builder
         */
        public Builder maxRetryDelay(Duration limit) {
            maxRetryDelay = limit;
            return this;
        }

        /**
         * Replaces the HTTP client, for proxies, certificates and executors of your own.
         *
         * @param client the client; it should not follow redirects
         * @return this builder
         */
        public Builder httpClient(HttpClient client) {
            httpClient = client;
            return this;
        }

        /**
         * Returns the client. It sends nothing yet.
         *
         * @return the client
         */
        public Lockstep build() {
            Settings settings = new Settings(baseUrl, timeout, maxRetries, maxRetryDelay);
            return new Lockstep(new Transport(settings, credential, httpClient));
        }

        /** Omits the secrets. */
        @Override
        public String toString() {
            return "Lockstep.Builder[" + baseUrl + "]";
        }
    }
}

// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Transport;

/** The groups of operations of the asynchronous client. */
public abstract class AsyncGroups {

    private final Transport transport;

    /**
     * Makes the groups of a client.
     *
     * @param transport what sends the requests
     */
    protected AsyncGroups(Transport transport) {
        this.transport = transport;
    }

    /**
     * Sessions of sport, from imported files or detected in the points.
     *
     * @return the operations
     */
    public ActivitiesAsyncOperations activities() {
        return new ActivitiesAsyncOperations(transport);
    }

    /**
     * Accounts, erasures and ceremonies; for administrators and auditors.
     *
     * @return the operations
     */
    public AdministrationAsyncOperations administration() {
        return new AdministrationAsyncOperations(transport);
    }

    /**
     * Agents that answer questions with the tools of the platform.
     *
     * @return the operations
     */
    public AgentsAsyncOperations agents() {
        return new AgentsAsyncOperations(transport);
    }

    /**
     * Long-lived credentials of an account, limited by scopes.
     *
     * @return the operations
     */
    public ApiKeysAsyncOperations apiKeys() {
        return new ApiKeysAsyncOperations(transport);
    }

    /**
     * Tokens, sign-ins and the caller's own account.
     *
     * @return the operations
     */
    public AuthAsyncOperations auth() {
        return new AuthAsyncOperations(transport);
    }

    /**
     * Tables of columns in an encryption mode.
     *
     * @return the operations
     */
    public DatasetsAsyncOperations datasets() {
        return new DatasetsAsyncOperations(transport);
    }

    /**
     * The devices that record points.
     *
     * @return the operations
     */
    public DevicesAsyncOperations devices() {
        return new DevicesAsyncOperations(transport);
    }

    /**
     * Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs.
     *
     * @return the operations
     */
    public EncryptionAsyncOperations encryption() {
        return new EncryptionAsyncOperations(transport);
    }

    /**
     * Live updates over WebSockets.
     *
     * @return the operations
     */
    public EventsAsyncOperations events() {
        return new EventsAsyncOperations(transport);
    }

    /**
     * Points: upload, import, read, aggregate, export, metrics, insights and claims.
     *
     * @return the operations
     */
    public FitnessAsyncOperations fitness() {
        return new FitnessAsyncOperations(transport);
    }

    /**
     * Probes and metrics for operators.
     *
     * @return the operations
     */
    public HealthAsyncOperations health() {
        return new HealthAsyncOperations(transport);
    }

    /**
     * The imports of files, which can be undone.
     *
     * @return the operations
     */
    public ImportsAsyncOperations imports() {
        return new ImportsAsyncOperations(transport);
    }

    /**
     * Long-running work that a request started with <code>Prefer: respond-async</code>.
     *
     * @return the operations
     */
    public JobsAsyncOperations jobs() {
        return new JobsAsyncOperations(transport);
    }

    /**
     * Data tokens, purchases, certificates, aggregates of sold points, items, and the ledger.
     *
     * @return the operations
     */
    public MarketplaceAsyncOperations marketplace() {
        return new MarketplaceAsyncOperations(transport);
    }

    /**
     * The facts about the person that formulas need.
     *
     * @return the operations
     */
    public ProfileAsyncOperations profile() {
        return new ProfileAsyncOperations(transport);
    }

    /**
     * Devices that take commands.
     *
     * @return the operations
     */
    public UadmAsyncOperations uadm() {
        return new UadmAsyncOperations(transport);
    }

    /**
     * Signed requests that the server sends to the account's own URLs when events happen.
     *
     * @return the operations
     */
    public WebhooksAsyncOperations webhooks() {
        return new WebhooksAsyncOperations(transport);
    }

    /**
     * Graphs of agents and tools that run on request, on a schedule, or after events.
     *
     * @return the operations
     */
    public WorkflowsAsyncOperations workflows() {
        return new WorkflowsAsyncOperations(transport);
    }
}

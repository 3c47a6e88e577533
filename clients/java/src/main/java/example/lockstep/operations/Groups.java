// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Transport;

/** The groups of operations of the synchronous client. */
public abstract class Groups {

    private final Transport transport;

    /**
     * Makes the groups of a client.
     *
     * @param transport what sends the requests
     */
    protected Groups(Transport transport) {
        this.transport = transport;
    }

    /**
     * Sessions of sport, from imported files or detected in the points.
     *
     * @return the operations
     */
    public ActivitiesOperations activities() {
        return new ActivitiesOperations(transport);
    }

    /**
     * Accounts, erasures and ceremonies; for administrators and auditors.
     *
     * @return the operations
     */
    public AdministrationOperations administration() {
        return new AdministrationOperations(transport);
    }

    /**
     * Agents that answer questions with the tools of the platform.
     *
     * @return the operations
     */
    public AgentsOperations agents() {
        return new AgentsOperations(transport);
    }

    /**
     * Long-lived credentials of an account, limited by scopes.
     *
     * @return the operations
     */
    public ApiKeysOperations apiKeys() {
        return new ApiKeysOperations(transport);
    }

    /**
     * Tokens, sign-ins and the caller's own account.
     *
     * @return the operations
     */
    public AuthOperations auth() {
        return new AuthOperations(transport);
    }

    /**
     * Tables of columns in an encryption mode.
     *
     * @return the operations
     */
    public DatasetsOperations datasets() {
        return new DatasetsOperations(transport);
    }

    /**
     * The devices that record points.
     *
     * @return the operations
     */
    public DevicesOperations devices() {
        return new DevicesOperations(transport);
    }

    /**
     * Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs.
     *
     * @return the operations
     */
    public EncryptionOperations encryption() {
        return new EncryptionOperations(transport);
    }

    /**
     * Live updates over WebSockets.
     *
     * @return the operations
     */
    public EventsOperations events() {
        return new EventsOperations(transport);
    }

    /**
     * Points: upload, import, read, aggregate, export, metrics, insights and claims.
     *
     * @return the operations
     */
    public FitnessOperations fitness() {
        return new FitnessOperations(transport);
    }

    /**
     * Probes and metrics for operators.
     *
     * @return the operations
     */
    public HealthOperations health() {
        return new HealthOperations(transport);
    }

    /**
     * The imports of files, which can be undone.
     *
     * @return the operations
     */
    public ImportsOperations imports() {
        return new ImportsOperations(transport);
    }

    /**
     * Long-running work that a request started with <code>Prefer: respond-async</code>.
     *
     * @return the operations
     */
    public JobsOperations jobs() {
        return new JobsOperations(transport);
    }

    /**
     * Data tokens, purchases, certificates, aggregates of sold points, items, and the ledger.
     *
     * @return the operations
     */
    public MarketplaceOperations marketplace() {
        return new MarketplaceOperations(transport);
    }

    /**
     * The facts about the person that formulas need.
     *
     * @return the operations
     */
    public ProfileOperations profile() {
        return new ProfileOperations(transport);
    }

    /**
     * Devices that take commands.
     *
     * @return the operations
     */
    public UadmOperations uadm() {
        return new UadmOperations(transport);
    }

    /**
     * Signed requests that the server sends to the account's own URLs when events happen.
     *
     * @return the operations
     */
    public WebhooksOperations webhooks() {
        return new WebhooksOperations(transport);
    }

    /**
     * Graphs of agents and tools that run on request, on a schedule, or after events.
     *
     * @return the operations
     */
    public WorkflowsOperations workflows() {
        return new WorkflowsOperations(transport);
    }
}

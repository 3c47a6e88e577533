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
     * Sports sessions, from imported files or detected in the points, with their figures and tracks.
     *
     * @return the operations
     */
    public ActivitiesAsyncOperations activities() {
        return new ActivitiesAsyncOperations(transport);
    }

    /**
     * Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log and the ceremonies
     * of verification keys; for administrators and auditors. The tag <code>Marketplace</code> has the administration
     * of the marketplace.
     *
     * @return the operations
     */
    public AdministrationAsyncOperations administration() {
        return new AdministrationAsyncOperations(transport);
    }

    /**
     * Core and custom agents: configuration, messages, chats, deployments, search, reports and plans. Also the Model
     * Context Protocol, by which other programs call the same tools.
     *
     * @return the operations
     */
    public AgentsAsyncOperations agents() {
        return new AgentsAsyncOperations(transport);
    }

    /**
     * Credentials of the caller's account for programs; scopes and an expiry can limit them.
     *
     * @return the operations
     */
    public ApiKeysAsyncOperations apiKeys() {
        return new ApiKeysAsyncOperations(transport);
    }

    /**
     * The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the session of the
     * web console, and the erasure of the account.
     *
     * @return the operations
     */
    public AuthAsyncOperations auth() {
        return new AuthAsyncOperations(transport);
    }

    /**
     * Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.
     *
     * @return the operations
     */
    public DatasetsAsyncOperations datasets() {
        return new DatasetsAsyncOperations(transport);
    }

    /**
     * The devices that record the account's points.
     *
     * @return the operations
     */
    public DevicesAsyncOperations devices() {
        return new DevicesAsyncOperations(transport);
    }

    /**
     * Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed documents.
     *
     * @return the operations
     */
    public EncryptionAsyncOperations encryption() {
        return new EncryptionAsyncOperations(transport);
    }

    /**
     * Live updates over WebSockets, and the tickets by which browsers open them.
     *
     * @return the operations
     */
    public EventsAsyncOperations events() {
        return new EventsAsyncOperations(transport);
    }

    /**
     * Points and blocks of points: upload, import, read, export and delete. Computed from them: aggregates, charts,
     * curves, heart-rate variability, metrics, insights and claims. Point types and storage quotas.
     *
     * @return the operations
     */
    public FitnessAsyncOperations fitness() {
        return new FitnessAsyncOperations(transport);
    }

    /**
     * Probes and metrics for operators; no credential is needed.
     *
     * @return the operations
     */
    public HealthAsyncOperations health() {
        return new HealthAsyncOperations(transport);
    }

    /**
     * The record of each imported file, by which the import can be undone.
     *
     * @return the operations
     */
    public ImportsAsyncOperations imports() {
        return new ImportsAsyncOperations(transport);
    }

    /**
     * Long-running work that a request started with <code>Prefer: respond-async</code>: state, result and
     * cancellation.
     *
     * @return the operations
     */
    public JobsAsyncOperations jobs() {
        return new JobsAsyncOperations(transport);
    }

    /**
     * Data tokens (points), listings (datasets) and items of the platform: offers, certificates, claims, prices and
     * approvals; purchases, receipts, refunds, bought data and grants; the ledger and settlements.
     *
     * @return the operations
     */
    public MarketplaceAsyncOperations marketplace() {
        return new MarketplaceAsyncOperations(transport);
    }

    /**
     * Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone.
     *
     * @return the operations
     */
    public ProfileAsyncOperations profile() {
        return new ProfileAsyncOperations(transport);
    }

    /**
     * Devices that take commands and send points over MQTT: credentials, commands and twins.
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
     * Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs and approvals.
     *
     * @return the operations
     */
    public WorkflowsAsyncOperations workflows() {
        return new WorkflowsAsyncOperations(transport);
    }
}

// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getAgentChat</code>. Those that are not set, or null, are not sent. */
public final class GetAgentChatParams extends Query {

    /** Makes parameters of which none is set. */
    public GetAgentChatParams() {}

    /** Sets <code>limit</code>: The maximum number of messages, the latest of the chat. */
    public GetAgentChatParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of messages, the latest of the chat. */
    public GetAgentChatParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>before</code>: The id of a message. Only older messages are returned. */
    public GetAgentChatParams before(String before) {
        set("before", before);
        return this;
    }
}

// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Live updates over WebSockets, and the tickets by which browsers open them.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class EventsAsyncOperations {

    private static final Operation<SocketTicket> CREATE_SOCKET_TICKET =
            new Operation<SocketTicket>("POST", "/v1/ws/tickets", SocketTicket.class);

    private final Transport transport;

    EventsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Create a single-use ticket that opens one WebSocket.
     *
     * @return the answer
     * @see EventsOperations#createSocketTicket(CallOptions)
     */
    public CompletableFuture<SocketTicket> createSocketTicket(CallOptions options) {
        return transport.call(CREATE_SOCKET_TICKET, new Arguments(), options);
    }

    /** Create a single-use ticket that opens one WebSocket, with the default options. */
    public CompletableFuture<SocketTicket> createSocketTicket() {
        return createSocketTicket(CallOptions.DEFAULT);
    }
}

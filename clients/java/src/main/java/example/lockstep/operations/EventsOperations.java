// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Live updates over WebSockets, and the tickets by which browsers open them.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class EventsOperations {

    private final EventsAsyncOperations async;

    EventsOperations(Transport transport) {
        this.async = new EventsAsyncOperations(transport);
    }

    /**
     * Create a single-use ticket that opens one WebSocket.
     *
     * <p>The socket has the rights and the expiry of the caller's credential. Tickets are for browsers, which cannot
     * send <code>Authorization</code> with a WebSocket: <code>new WebSocket(url, ["lockstep.v1", "ticket." +
     * ticket])</code>.
     *
     * @param options the options of this call
     * @return the answer
     */
    public SocketTicket createSocketTicket(CallOptions options) {
        return Futures.await(async.createSocketTicket(options));
    }

    /** Create a single-use ticket that opens one WebSocket, with the default options. */
    public SocketTicket createSocketTicket() {
        return createSocketTicket(CallOptions.DEFAULT);
    }
}

package example.lockstep.internal;

import example.lockstep.InterruptedCallException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One opened socket: its messages, and how it ended. */
final class Connection implements WebSocket.Listener {

    /** After so long without a message, the server is asked whether it is there. */
    private static final long SILENCE_SECONDS = 20;
    /** The client's own end. */
    private static final Object CLOSED = "closed by the client";

    private static final Object ALIVE = new Object();

    /** Holds a text, the code of the end, an exception, or {@link #ALIVE}. */
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

    private final StringBuilder text = new StringBuilder();
    private volatile WebSocket socket;

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        opened.request(1);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
        text.append(part);
        if (isLast) {
            events.add(new Text(text.toString()));
            text.setLength(0);
        } else {
            from.request(1);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        events.add(ALIVE);
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        events.add(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        events.add(error);
    }

    /** Sends a text; the end of the socket is an event if it cannot be sent. */
    void send(String frame) {
        socket.sendText(frame, true).whenComplete((sent, error) -> {
            if (error != null) {
                events.add(error);
            }
        });
    }

    /** Waits for the next event: a text, or how the socket ended. */
    Object take() {
        boolean wasAsked = false;
        while (true) {
            Object event;
            try {
                event = events.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException interruption) {
                close();
                Thread.currentThread().interrupt();
                throw new InterruptedCallException(interruption);
            }
            if (event instanceof Text message) {
                socket.request(1);
                return message.content;
            }
            if (event == ALIVE) {
                wasAsked = false;
            } else if (event != null) {
                return event instanceof Integer ? event : new End(String.valueOf(event));
            } else if (wasAsked) {
                socket.abort();
                return new End("the server is silent");
            } else {
                wasAsked = true;
                socket.sendPing(ByteBuffer.allocate(0));
            }
        }
    }

    void close() {
        WebSocket open = socket;
        if (open != null) {
            open.sendClose(WebSocket.NORMAL_CLOSURE, "").whenComplete((sent, error) -> open.abort());
        }
        events.add(CLOSED);
    }

    private record Text(String content) {}

    private record End(String reason) {

        @Override
        public String toString() {
            return reason;
        }
    }
}

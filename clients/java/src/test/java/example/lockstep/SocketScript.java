package example.lockstep;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** A WebSocket of {@link FakeServer}: what it sends, and how it ends. */
final class SocketScript {

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PING = 0x89;

    private final FakeServer.Exchange exchange;

    SocketScript(FakeServer.Exchange exchange) throws IOException {
        this.exchange = exchange;
        String accept;
        try {
            String key = exchange.request().header("sec-websocket-key") + MAGIC;
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.US_ASCII));
            accept = Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IOException(impossible);
        }
        String head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Protocol: lockstep.v1\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n";
        exchange.output().write(head.getBytes(StandardCharsets.US_ASCII));
        exchange.output().flush();
    }

    void text(String text) throws IOException {
        frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    void ping() throws IOException {
        frame(PING, new byte[0]);
    }

    void close(int code) throws IOException {
        frame(CLOSE, ByteBuffer.allocate(2).putShort((short) code).array());
        received();
    }

    private void frame(int kind, byte[] content) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(kind);
        if (content.length < 126) {
            frame.write(content.length);
        } else {
            frame.write(126);
            frame.write(content.length >> 8);
            frame.write(content.length);
        }
        frame.writeBytes(content);
        exchange.output().write(frame.toByteArray());
        exchange.output().flush();
    }

    /** Waits for the next frame, and returns its kind; -1 at the end. */
    int received() throws IOException {
        InputStream input = exchange.input();
        int kind = input.read();
        if (kind >= 0) {
            int length = input.read() & 0x7f;
            input.readNBytes(4 + length);
        }
        return kind & 0x0f;
    }

    /** Waits for the next frame, and returns its text. */
    String receivedText() throws IOException {
        InputStream input = exchange.input();
        input.read();
        int length = input.read() & 0x7f;
        if (length == 126) {
            length = input.read() << 8 | input.read();
        }
        byte[] mask = input.readNBytes(4);
        byte[] content = input.readNBytes(length);
        for (int place = 0; place < content.length; place++) {
            content[place] ^= mask[place % 4];
        }
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Answers tickets, and gives each socket the next script. */
    static FakeServer.Reply with(Script... scripts) {
        FakeServer.Reply[] sockets = new FakeServer.Reply[scripts.length];
        for (int nth = 0; nth < scripts.length; nth++) {
            Script script = scripts[nth];
            sockets[nth] = exchange -> script.play(new SocketScript(exchange));
        }
        return withReplies(sockets);
    }

    /** Answers tickets, and gives each request for a socket the next reply. */
    static FakeServer.Reply withReplies(FakeServer.Reply... replies) {
        int[] opened = {0};
        FakeServer.Reply ticket = FakeServer.json(200, "{\"ticket\":\"hidden-ticket\",\"expiresIn\":30}");
        FakeServer.Reply tokens =
                FakeServer.json(200, "{\"access_token\":\"a\",\"refresh_token\":\"r\",\"expires_in\":3600}", Map.of());
        return exchange -> {
            String path = exchange.request().path();
            if (path.equals("/v1/ws/tickets")) {
                ticket.answer(exchange);
            } else if (path.startsWith("/api/auth/")) {
                tokens.answer(exchange);
            } else {
                replies[Math.min(opened[0]++, replies.length - 1)].answer(exchange);
            }
        };
    }

    /** What a socket does. */
    interface Script {
        void play(SocketScript socket) throws IOException;
    }

    /** Sends messages with these ids, then closes. */
    static Script send(int code, String... ids) {
        return socket -> {
            for (String id : ids) {
                socket.text("{\"id\":\"" + id + "\",\"type\":\"insight\",\"payload\":{\"new\":\"" + id + "\"}}");
            }
            socket.close(code);
        };
    }
}

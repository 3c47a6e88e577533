package example.lockstep;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server in the process of the tests, which gives prepared answers in their order, and the last of them from then on. */
final class FakeServer implements AutoCloseable {

    final List<Received> received = new CopyOnWriteArrayList<>();
    final CountDownLatch closing = new CountDownLatch(1);
    private final List<Reply> replies;
    private final ServerSocket listener;
    private int count;

    FakeServer(Reply... replies) throws IOException {
        this.replies = List.of(replies);
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    Lockstep client() {
        return Lockstep.builder(url()).apiKey("lk_api_secret").build();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream input = new BufferedInputStream(socket.getInputStream());
            Received request = Received.read(input);
            if (request != null) {
                next(request).answer(new Exchange(this, request, input, socket.getOutputStream()));
            }
        } catch (IOException broken) {
            // The client has closed the connection.
        }
    }

    private synchronized Reply next(Received request) {
        received.add(request);
        return replies.get(Math.min(count++, replies.size() - 1));
    }

    List<String> paths() {
        return received.stream().map(Received::path).toList();
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        listener.close();
    }

    /** Answers a request. */
    interface Reply {
        void answer(Exchange exchange) throws IOException;
    }

    /** A request, and the connection on which it is answered; the connection ends after the answer. */
    record Exchange(FakeServer server, Received request, InputStream input, OutputStream output) {

        void send(int status, Map<String, String> headers, byte[] body) throws IOException {
            head(status, headers, body.length);
            output.write(body);
            output.flush();
        }

        void head(int status, Map<String, String> headers, long length) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\nConnection: close\r\n");
            head.append("Content-Length: ").append(length).append("\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            output.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            output.flush();
        }
    }

    /** A request as the server received it. */
    record Received(String method, String path, Map<String, String> headers, byte[] body) {

        String header(String name) {
            return headers.get(name);
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        static Received read(InputStream input) throws IOException {
            String line = line(input);
            if (line.isEmpty()) {
                return null;
            }
            String[] words = line.split(" ");
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String header = line(input); !header.isEmpty(); header = line(input)) {
                int colon = header.indexOf(':');
                headers.put(
                        header.substring(0, colon), header.substring(colon + 1).strip());
            }
            boolean isChunked = "chunked".equals(headers.get("transfer-encoding"));
            byte[] body = isChunked
                    ? chunks(input)
                    : input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            return new Received(words[0], words[1], headers, body);
        }

        private static byte[] chunks(InputStream input) throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            while (true) {
                int size = Integer.parseInt(line(input), 16);
                body.write(input.readNBytes(size));
                line(input);
                if (size == 0) {
                    return body.toByteArray();
                }
            }
        }

        private static String line(InputStream input) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int sign = input.read(); sign >= 0 && sign != '\n'; sign = input.read()) {
                if (sign != '\r') {
                    line.write(sign);
                }
            }
            return line.toString(StandardCharsets.ISO_8859_1);
        }
    }

    static Reply json(int status, String body) {
        return json(status, body, Map.of());
    }

    static Reply json(int status, String body, Map<String, String> headers) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put("Content-Type", "application/json");
        return exchange -> exchange.send(status, all, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with an error in Lockstep's shape. */
    static Reply refusal(int status, String code, Map<String, String> headers) {
        String error = "{\"code\":\"" + code + "\",\"message\":\"no\",\"requestId\":\"req_1\","
                + "\"details\":{\"parameter\":\"type\",\"reason\":\"no\"}}";
        return json(status, "{\"error\":" + error + ",\"status\":" + status + "}", headers);
    }

    static Reply refusal(int status, String code) {
        return refusal(status, code, Map.of());
    }

    /** Answers as a proxy does. */
    static Reply html(int status) {
        byte[] page = "<html>Bad gateway</html>".getBytes(StandardCharsets.UTF_8);
        return exchange -> exchange.send(status, Map.of("Content-Type", "text/html"), page);
    }

    /** Never answers. */
    static Reply silence() {
        return exchange -> {
            try {
                exchange.server.closing.await();
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Ends the connection without an answer. */
    static Reply drop() {
        return exchange -> exchange.output.close();
    }

    /** Ends the connection in the middle of the body. */
    static Reply breakOff() {
        return exchange -> {
            exchange.head(200, Map.of("Content-Type", "text/csv"), 1000);
            exchange.output.write("{\"quotas\":".getBytes(StandardCharsets.UTF_8));
            exchange.output.close();
        };
    }
}

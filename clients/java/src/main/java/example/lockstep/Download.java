package example.lockstep;

import example.lockstep.internal.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * An answer that is read as a stream, once. Its methods throw an {@link ApiConnectionException} if the answer breaks off. Close
 * it after use.
 */
public final class Download implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Answer answer;
    private final AtomicBoolean isTaken = new AtomicBoolean();
    private volatile InputStream stream;

    /**
     * Makes a download. The library calls this.
     *
     * @param answer the answer
     */
    public Download(Answer answer) {
        this.answer = answer;
    }

    /**
     * Returns the media type.
     *
     * @return the media type; empty if there is none
     */
    public String contentType() {
        return headers().firstValue("content-type").orElse("");
    }

    /**
     * Returns the headers, such as <code>Lockstep-Skipped-Points</code>.
     *
     * @return the headers
     */
    public HttpHeaders headers() {
        return answer.headers();
    }

    /**
     * Returns the bytes as they arrive.
     *
     * @return the stream; closing it closes the download
     */
    public InputStream inputStream() {
        take();
        stream = answer.stream();
        return stream;
    }

    /**
     * Returns the bytes as they arrive, for code that must not block a thread.
     *
     * @return the parts of the answer, for one subscriber
     */
    public Flow.Publisher<List<ByteBuffer>> publisher() {
        take();
        return answer.parts();
    }

    /**
     * Reads all of it.
     *
     * @return the bytes
     */
    public byte[] readAllBytes() {
        try (InputStream input = inputStream()) {
            return input.readAllBytes();
        } catch (IOException error) {
            throw new ApiConnectionException("the answer was interrupted", error);
        }
    }

    /**
     * Reads all of it as a text in UTF-8.
     *
     * @return the text
     */
    public String text() {
        return new String(readAllBytes(), StandardCharsets.UTF_8);
    }

    /**
     * Writes the bytes to a file as they arrive.
     *
     * @param file the file, which is replaced
     * @return the number of bytes
     * @throws IOException if the file cannot be written
     */
    public long save(Path file) throws IOException {
        return save(file, count -> {});
    }

    /**
     * Writes the bytes to a file as they arrive.
     *
     * @param file the file, which is replaced
     * @param onProgress is called with the number of bytes so far
     * @return the number of bytes
     * @throws IOException if the file cannot be written
     */
    public long save(Path file, LongConsumer onProgress) throws IOException {
        try (InputStream input = inputStream();
                OutputStream output = Files.newOutputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            long count = 0;
            int read;
            while ((read = input.read(buffer)) >= 0) {
                output.write(buffer, 0, read);
                count += read;
                onProgress.accept(count);
            }
            return count;
        }
    }

    private void take() {
        if (isTaken.getAndSet(true)) {
            throw new IllegalStateException("the answer was read or closed before");
        }
    }

    /** Discards the rest of the answer. */
    @Override
    public void close() {
        if (!isTaken.getAndSet(true)) {
            answer.discard();
            return;
        }
        InputStream open = stream;
        if (open != null) {
            try {
                open.close();
            } catch (IOException error) {
                throw new ApiConnectionException("the answer cannot be closed", error);
            }
        }
    }

    @Override
    public String toString() {
        return "Download[" + contentType() + "]";
    }
}

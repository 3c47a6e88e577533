package example.lockstep;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A body that is sent as it is. */
public final class Content {

    private final long length;
    private final boolean isReplayable;
    private final Source source;

    private Content(long length, boolean isReplayable, Source source) {
        this.length = length;
        this.isReplayable = isReplayable;
        this.source = source;
    }

    /**
     * Returns a body of bytes. They are not copied.
     *
     * @param bytes the bytes
     * @return the body
     */
    public static Content of(byte[] bytes) {
        return new Content(bytes.length, true, () -> new ByteArrayInputStream(bytes));
    }

    /**
     * Returns a body of a text in UTF-8.
     *
     * @param text the text
     * @return the body
     */
    public static Content of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns a body of a file, which is read for each attempt.
     *
     * @param file the file
     * @return the body
     * @throws IOException if the file cannot be read
     */
    public static Content of(Path file) throws IOException {
        return new Content(Files.size(file), true, () -> Files.newInputStream(file));
    }

    /**
     * Returns a body of a stream. It can be read once, so the request is not sent again.
     *
     * @param stream the stream; the client closes it
     * @return the body
     */
    public static Content of(InputStream stream) {
        return new Content(-1, false, () -> stream);
    }

    /**
     * Returns a body of streams: one for each attempt.
     *
     * @param source opens a stream; the client closes it
     * @return the body
     */
    public static Content of(Source source) {
        return new Content(-1, true, source);
    }

    /**
     * Returns the number of bytes.
     *
     * @return the number; -1 if it is not known before they are read
     */
    public long length() {
        return length;
    }

    /**
     * Whether the body can be sent again.
     *
     * @return false for a stream
     */
    public boolean isReplayable() {
        return isReplayable;
    }

    /**
     * Opens the body for an attempt.
     *
     * @return the stream
     * @throws IOException if it cannot be opened
     */
    public InputStream open() throws IOException {
        return source.open();
    }

    /** Omits the content. */
    @Override
    public String toString() {
        return "Content[length=" + length + "]";
    }

    /** Opens a stream. */
    @FunctionalInterface
    public interface Source {

        /**
         * Opens the stream.
         *
         * @return the stream
         * @throws IOException if it cannot be opened
         */
        InputStream open() throws IOException;
    }
}

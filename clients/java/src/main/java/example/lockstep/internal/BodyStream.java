package example.lockstep.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** A body for one attempt, which is read in parts. Their bytes are counted. */
final class BodyStream implements Closeable {

    private final ByteBuffer bytes;
    private final InputStream stream;
    private final LongConsumer onProgress;
    private long count;

    private BodyStream(ByteBuffer bytes, InputStream stream, LongConsumer onProgress) {
        this.bytes = bytes;
        this.stream = stream;
        this.onProgress = onProgress;
    }

    /** Reads bytes in memory, without a copy. A function receives the number of read bytes. */
    static BodyStream of(ByteBuffer bytes, LongConsumer onProgress) {
        return new BodyStream(bytes.duplicate(), null, onProgress);
    }

    /** Reads a stream. A function receives the number of read bytes. */
    static BodyStream of(InputStream stream, LongConsumer onProgress) {
        return new BodyStream(null, stream, onProgress);
    }

    /**
     * Returns the body for one more reader: from its beginning if it is in memory, while a stream goes on. An HTTP client of the caller
     * reads a body again when it follows a redirect, or signs in to a proxy.
     */
    BodyStream again() {
        return stream == null ? of(bytes, onProgress) : this;
    }

    /** Returns the next bytes; null at the end. */
    ByteBuffer next(int most) throws IOException {
        ByteBuffer part = stream == null ? slice(most) : read(most);
        if (part != null && part.hasRemaining()) {
            count += part.remaining();
            onProgress.accept(count);
        }
        return part;
    }

    private ByteBuffer slice(int most) {
        int length = Math.min(most, bytes.remaining());
        if (length == 0) {
            return null;
        }
        ByteBuffer part = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return part;
    }

    private ByteBuffer read(int most) throws IOException {
        byte[] part = new byte[most];
        int length = stream.read(part);
        return length < 0 ? null : ByteBuffer.wrap(part, 0, length);
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            stream.close();
        }
    }
}

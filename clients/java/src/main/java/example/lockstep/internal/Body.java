package example.lockstep.internal;

import example.lockstep.Content;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;

/** A body of one or several parts that follow each other. */
final class Body {

    final String contentType;
    private final List<Content> parts;

    Body(String contentType, List<Content> parts) {
        this.contentType = contentType;
        this.parts = parts;
    }

    static Body json(byte[] json) {
        return new Body("application/json", List.of(Content.of(json)));
    }

    /** Whether the body can be sent again. */
    boolean isReplayable() {
        return parts.stream().allMatch(Content::isReplayable);
    }

    /** Returns the number of bytes; -1 if it is not known before they are read. */
    long length() {
        boolean isKnown = parts.stream().allMatch(part -> part.length() >= 0);
        return isKnown ? parts.stream().mapToLong(Content::length).sum() : -1;
    }

    /** Opens the body, and lets a function receive the number of read bytes. */
    InputStream open(LongConsumer onProgress) throws IOException {
        List<InputStream> opened = new ArrayList<>();
        try {
            for (Content part : parts) {
                opened.add(part.open());
            }
        } catch (IOException error) {
            for (InputStream stream : opened) {
                stream.close();
            }
            throw error;
        }
        return new Counted(new SequenceInputStream(Collections.enumeration(opened)), onProgress);
    }

    private static final class Counted extends FilterInputStream {

        private final LongConsumer onProgress;
        private long count;

        Counted(InputStream stream, LongConsumer onProgress) {
            super(stream);
            this.onProgress = onProgress;
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            if (value >= 0) {
                onProgress.accept(++count);
            }
            return value;
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            int read = super.read(bytes, start, length);
            if (read > 0) {
                count += read;
                onProgress.accept(count);
            }
            return read;
        }
    }
}

package example.lockstep.internal;

import example.lockstep.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;

/** A body of one or several parts that follow each other. */
final class Body {

    final String contentType;
    private final List<Content> parts;
    /** The whole body, if it is in memory; else null. */
    private final ByteBuffer bytes;

    Body(String contentType, List<Content> parts) {
        this(contentType, parts, null);
    }

    private Body(String contentType, List<Content> parts, ByteBuffer bytes) {
        this.contentType = contentType;
        this.parts = parts;
        this.bytes = bytes;
    }

    static Body json(ByteBuffer json) {
        return new Body("application/json", List.of(), json);
    }

    /** Whether the body can be sent again. */
    boolean isReplayable() {
        return parts.stream().allMatch(Content::isReplayable);
    }

    /** Returns the number of bytes; -1 if it is not known before they are read. */
    long length() {
        if (bytes != null) {
            return bytes.remaining();
        }
        boolean isKnown = parts.stream().allMatch(part -> part.length() >= 0);
        return isKnown ? parts.stream().mapToLong(Content::length).sum() : -1;
    }

    /** Opens the body, and lets a function receive the number of read bytes. */
    BodyStream open(LongConsumer onProgress) throws IOException {
        if (bytes != null) {
            return BodyStream.of(bytes, onProgress);
        }
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
        return BodyStream.of(new SequenceInputStream(Collections.enumeration(opened)), onProgress);
    }
}

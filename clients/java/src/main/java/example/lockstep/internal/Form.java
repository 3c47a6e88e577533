package example.lockstep.internal;

import example.lockstep.Content;
import example.lockstep.FilePart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The fields of a form of the type multipart/form-data. */
public abstract class Form {

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Makes a form of which no field is set. */
    protected Form() {}

    /** Sets a field; null removes it. */
    protected final void set(String name, Object value) {
        if (value == null) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
    }

    /** Sets a required field. */
    protected final void require(String name, Object value) {
        if (value == null) {
            throw new IllegalArgumentException("the field " + name + " may not be null");
        }
        set(name, value);
    }

    final Body body() {
        String boundary = "lockstep-" + UUID.randomUUID();
        List<Content> parts = new ArrayList<>();
        values.forEach((name, value) -> {
            String head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(name) + "\"";
            if (value instanceof FilePart file) {
                parts.add(Content.of(head + "; filename=\"" + quoted(file.name())
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n"));
                parts.add(file.content());
                parts.add(Content.of("\r\n"));
            } else {
                parts.add(Content.of(head + "\r\n\r\n" + value + "\r\n"));
            }
        });
        parts.add(Content.of(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8)));
        return new Body("multipart/form-data; boundary=" + boundary, parts);
    }

    private static String quoted(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }

    /** Shows only the names. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + values.keySet();
    }
}

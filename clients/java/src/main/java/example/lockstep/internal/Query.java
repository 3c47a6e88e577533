package example.lockstep.internal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** The parameters of a query. */
public abstract class Query {

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Makes parameters of which none is set. */
    protected Query() {}

    /** Sets a parameter; null removes it. */
    protected final void set(String name, Object value) {
        if (value == null) {
            values.remove(name);
        } else {
            values.put(name, value instanceof OffsetDateTime time ? Json.text(time) : value.toString());
        }
    }

    /** Sets a required parameter. */
    protected final void require(String name, Object value) {
        if (value == null) {
            throw new IllegalArgumentException("the parameter " + name + " may not be null");
        }
        set(name, value);
    }

    /** Returns a copy, which later changes do not reach. */
    static Free copy(Query query) {
        Free copy = new Free();
        if (query != null) {
            query.values.forEach(copy::put);
        }
        return copy;
    }

    final boolean isEmpty() {
        return values.isEmpty();
    }

    final String text() {
        StringJoiner text = new StringJoiner("&");
        values.forEach((name, value) -> text.add(encode(name) + "=" + encode(value)));
        return text.toString();
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Shows the names only: a value may be a secret. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + values.keySet();
    }

    /** Parameters of any name. */
    public static final class Free extends Query {

        /** Makes parameters of which none is set. */
        public Free() {}

        /** Sets a parameter; null removes it. */
        public Free put(String name, Object value) {
            set(name, value);
            return this;
        }
    }
}

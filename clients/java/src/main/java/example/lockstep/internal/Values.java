package example.lockstep.internal;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Functions of the generated models for their values. */
public final class Values {

    private Values() {}

    /** Returns an unchangeable copy; null stays null. */
    public static <T> List<T> list(List<T> list) {
        return list == null ? null : Collections.unmodifiableList(new ArrayList<>(list));
    }

    /** Returns an unchangeable copy; null becomes an empty list. */
    public static <T> List<T> listOrEmpty(List<T> list) {
        return list == null ? List.of() : list(list);
    }

    /** Returns an unchangeable copy; null stays null. */
    public static <T> Map<String, T> map(Map<String, T> map) {
        return map == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Returns an unchangeable copy; null becomes an empty map. */
    public static <T> Map<String, T> mapOrEmpty(Map<String, T> map) {
        return map == null ? Map.of() : map(map);
    }

    /** Returns an unchangeable copy whose text shows no value: an unknown field may be a secret. */
    public static Map<String, Object> hidden(Map<String, Object> map) {
        return map == null || map.isEmpty() ? Map.of() : new Hidden(map(map));
    }

    /** Returns the value of a required field. */
    public static <T> T required(T value, String model, String field) {
        if (value == null) {
            throw new IllegalStateException(model + ": the field " + field + " is missing");
        }
        return value;
    }

    /** Returns what texts show in the place of a secret. */
    public static String secret(Object value) {
        return value == null ? "null" : "…";
    }

    private static final class Hidden extends AbstractMap<String, Object> {

        private final Map<String, Object> map;

        Hidden(Map<String, Object> map) {
            this.map = map;
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return map.entrySet();
        }

        @Override
        public String toString() {
            return "{…}";
        }
    }
}

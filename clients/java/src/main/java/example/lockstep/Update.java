package example.lockstep;

import java.util.Objects;

/**
 * A field of a change: a new value, or null, which removes the value. A field that a change does not name stays as it is.
 *
 * @param <T> the type of the value
 */
public final class Update<T> {

    private static final Update<?> REMOVAL = new Update<>(null);

    private final T value;

    private Update(T value) {
        this.value = value;
    }

    /**
     * Returns an update to a value.
     *
     * @param value the value; null removes the present one
     * @param <T> the type of the value
     * @return the update
     */
    public static <T> Update<T> of(T value) {
        return value == null ? removal() : new Update<>(value);
    }

    /**
     * Returns the update that removes the value.
     *
     * @param <T> the type of the value
     * @return the update
     */
    @SuppressWarnings("unchecked") // It holds no value of the type.
    public static <T> Update<T> removal() {
        return (Update<T>) REMOVAL;
    }

    /**
     * Returns the value.
     *
     * @return the value; null if the update removes it
     */
    public T value() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Update<?> update && Objects.equals(update.value, value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}

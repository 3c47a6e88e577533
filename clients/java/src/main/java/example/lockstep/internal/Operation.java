package example.lockstep.internal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.models.PointUploadResult;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Set;

/**
 * A method and a path, with the type of the answer.
 *
 * @param <T> the type of the answer
 */
public final class Operation<T> {

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "PUT");

    final String method;
    final String path;
    final boolean takesIdempotencyKey;
    final boolean isOpen;
    private final Type type;

    private Operation(String method, String path, Type type, boolean takesIdempotencyKey, boolean isOpen) {
        this.method = method;
        this.path = path;
        this.type = type;
        this.takesIdempotencyKey = takesIdempotencyKey;
        this.isOpen = isOpen;
    }

    /** Makes an operation with an answer of a class. */
    public Operation(String method, String path, Class<T> type) {
        this(method, path, type, false, false);
    }

    /** Makes an operation with an answer of a generic type. */
    public Operation(String method, String path, TypeReference<T> type) {
        this(method, path, type.getType(), false, false);
    }

    /** Returns the operation with an <code>Idempotency-Key</code>. */
    public Operation<T> withIdempotencyKey() {
        return new Operation<>(method, path, type, true, isOpen);
    }

    /** Returns the operation without a credential. */
    public Operation<T> withoutCredential() {
        return new Operation<>(method, path, type, takesIdempotencyKey, true);
    }

    /** Whether a request that may be done already can be sent again. */
    boolean isSafe() {
        return takesIdempotencyKey || SAFE_METHODS.contains(method);
    }

    @SuppressWarnings("unchecked") // The type is that of the operation.
    T read(byte[] json) throws IOException {
        if (type == Void.class) {
            return null;
        }
        T usual = type == PointUploadResult.class ? (T) PointResults.read(json) : null;
        if (usual != null) {
            return usual;
        }
        return present(Json.read(json, javaType()));
    }

    T read(JsonNode json) throws IOException {
        return type == Void.class ? null : present(Json.convert(json, javaType()));
    }

    /** Refuses null, unless the answer may be any JSON. */
    private T present(T value) throws IOException {
        if (value == null && type != Object.class) {
            throw UnexpectedValueException.ofNull(type);
        }
        return value;
    }

    private JavaType javaType() {
        return Json.type(type);
    }
}

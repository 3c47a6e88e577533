package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.Type;

/** JSON is null or of another kind in the place of a model. The text does not show the value, which may be secret. */
final class UnexpectedValueException extends IOException {

    private static final long serialVersionUID = 1L;

    UnexpectedValueException(String found, String expected) {
        super("the answer is " + found + " where " + expected + " was expected");
    }

    /** Returns null in the place of a type. */
    static UnexpectedValueException ofNull(Type type) {
        String name = type.getTypeName();
        return new UnexpectedValueException("null", name.substring(name.lastIndexOf('.') + 1));
    }

    /** Returns the tree if it is an object. */
    static JsonNode requireObject(JsonNode tree) throws UnexpectedValueException {
        if (!tree.isObject()) {
            throw new UnexpectedValueException(kind(tree), "an object");
        }
        return tree;
    }

    /** Returns the word for the kind of a value. */
    static String kind(JsonNode tree) {
        return switch (tree.getNodeType()) {
            case NULL -> "null";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case STRING -> "a text";
            case ARRAY -> "a list";
            default -> "an object";
        };
    }
}

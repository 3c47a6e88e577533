package example.lockstep.internal;

import example.lockstep.Content;
import example.lockstep.models.PointUpload;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a call, by the place where they are sent. */
public final class Arguments {

    private final Map<String, String> path = new LinkedHashMap<>();
    private Query.Free query = new Query.Free();
    private Body body;

    /** Makes arguments of which none is set. */
    public Arguments() {}

    /** Sets a parameter of the path. */
    public Arguments path(String name, Object value) {
        String text = String.valueOf(value);
        if (value == null || text.isEmpty() || text.equals(".") || text.equals("..")) {
            throw new IllegalArgumentException("the parameter " + name + " may not be '" + text + "'");
        }
        path.put(name, text);
        return this;
    }

    /** Sets the parameters of the query, as they are now. */
    public Arguments query(Query parameters) {
        query = Query.copy(parameters);
        return this;
    }

    /** Sets a JSON body; null means no body. */
    public Arguments json(Object value) {
        if (value instanceof PointUpload upload) {
            body = Body.json(PointUploads.write(upload));
        } else {
            body = value == null ? null : Body.json(ByteBuffer.wrap(Json.write(value)));
        }
        return this;
    }

    /** Sets the form that is the body. */
    public Arguments form(Form form) {
        body = form.body();
        return this;
    }

    /** Sets a body that is sent as it is. */
    public Arguments content(Content content, String mediaType) {
        body = new Body(mediaType, List.of(content));
        return this;
    }

    /** Returns arguments with the same path and another query. */
    Arguments withQuery(Query.Free other) {
        Arguments arguments = new Arguments();
        arguments.path.putAll(path);
        arguments.query = other;
        return arguments;
    }

    Query.Free query() {
        return query;
    }

    Body body() {
        return body;
    }

    /** Returns a path with the values of its parameters, and the query. */
    String target(String template) {
        String target = template;
        for (Map.Entry<String, String> one : path.entrySet()) {
            target = target.replace("{" + one.getKey() + "}", Query.encode(one.getValue()));
        }
        return query.isEmpty() ? target : target + "?" + query.text();
    }
}

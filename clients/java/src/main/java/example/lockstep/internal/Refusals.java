package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.ApiException;
import example.lockstep.ApiException.Refusal;
import example.lockstep.AuthenticationException;
import example.lockstep.ConflictException;
import example.lockstep.InvalidRequestException;
import example.lockstep.JobFailedException;
import example.lockstep.NotFoundException;
import example.lockstep.PermissionDeniedException;
import example.lockstep.RateLimitException;
import example.lockstep.ServerException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes exceptions of answers that report a failure. */
final class Refusals {

    private Refusals() {}

    /** Returns the exception of an answer. */
    static ApiException of(int status, HttpHeaders headers, byte[] body) {
        return of(
                status,
                headers,
                refusal(status, headers.firstValue("x-request-id").orElse(null), body));
    }

    /** Returns the exception of a server that did not open a socket. The HTTP client gives no body of its answer. */
    static ApiException ofHandshake(int status, HttpHeaders headers) {
        String message = "the server did not open the socket: check the rights of the credential, the address of the"
                + " server and the proxies before it";
        String requestId = headers.firstValue("x-request-id").orElse(null);
        return of(status, headers, new Refusal(status >= 500 ? "SERVER_ERROR" : "", message, Map.of(), requestId));
    }

    private static ApiException of(int status, HttpHeaders headers, Refusal refusal) {
        return switch (status) {
            case 401 -> new AuthenticationException(status, refusal);
            case 403 -> new PermissionDeniedException(status, refusal);
            case 404 -> new NotFoundException(status, refusal);
            case 409 -> new ConflictException(status, refusal);
            case 429 -> new RateLimitException(status, refusal, retryAfter(headers));
            default -> {
                if (status >= 500) {
                    yield new ServerException(status, refusal);
                }
                yield status >= 400 ? new InvalidRequestException(status, refusal) : new ApiException(status, refusal);
            }
        };
    }

    /** Returns the exception of an answer with a success that cannot be read. */
    static ApiException unreadable(int status, HttpHeaders headers, IOException reason) {
        String problem = reason instanceof UnexpectedValueException
                ? reason.getMessage()
                : "the answer is not the expected JSON";
        String message = problem + ": check the address of the server and the proxies before it";
        String requestId = headers.firstValue("x-request-id").orElse(null);
        return new ApiException(status, new Refusal("", message, Map.of(), requestId));
    }

    /** Returns the exception of a frame that refuses a subscription. */
    static ApiException ofFrame(JsonNode frame) {
        HttpHeaders none = HttpHeaders.of(Map.of(), (name, value) -> true);
        return of(frame.path("status").asInt(), none, frame.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the exception of a job that failed. */
    static JobFailedException ofJob(JsonNode error) {
        return new JobFailedException(
                200,
                new Refusal(
                        error.path("code").asText("SERVER_ERROR"),
                        error.path("message").asText("the job failed"),
                        details(error.path("details")),
                        error.path("requestId").textValue()));
    }

    /** Returns the exception of a job whose result cannot be read. */
    static ApiException ofResult(IOException reason) {
        return unreadable(200, HttpHeaders.of(Map.of(), (name, value) -> true), reason);
    }

    /** Returns the exception of a socket whose credential has ended. */
    static AuthenticationException credentialEnded() {
        return new AuthenticationException(
                401, new Refusal("AUTH_ERROR", "the credential of the socket has ended", Map.of(), null));
    }

    private static Refusal refusal(int status, String requestId, byte[] body) {
        try {
            JsonNode error = Json.tree(body).path("error");
            String code = error.path("code").textValue();
            String message = error.path("message").textValue();
            if (code != null && message != null) {
                String named = error.path("requestId").textValue();
                return new Refusal(code, message, details(error.path("details")), named == null ? requestId : named);
            }
        } catch (IOException error) {
            // The message below says so: an answer of a proxy may be anything.
        }
        String message = "the answer is not from Lockstep: check the address of the server and the proxies before it";
        return new Refusal(status >= 500 ? "SERVER_ERROR" : "", message, Map.of(), requestId);
    }

    private static Map<String, Object> details(JsonNode details) {
        Map<String, Object> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one : details.properties()) {
            if (!one.getValue().isNull()) {
                found.put(one.getKey(), Json.plain(one.getValue()));
            }
        }
        return found;
    }

    /** Returns the pause that <code>Retry-After</code> names, a number of seconds or a date; null if it names none. */
    static Duration retryAfter(HttpHeaders headers) {
        String text = headers.firstValue("retry-after").orElse("").strip();
        if (!text.isEmpty() && text.chars().allMatch(sign -> sign >= '0' && sign <= '9')) {
            return Duration.ofSeconds(Long.parseLong(text.substring(0, Math.min(text.length(), 9))));
        }
        try {
            Instant moment = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration pause = Duration.between(Instant.now(), moment);
            return pause.isNegative() ? null : pause;
        } catch (DateTimeException error) {
            return null;
        }
    }
}

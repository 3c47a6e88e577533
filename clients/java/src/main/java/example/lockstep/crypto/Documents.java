package example.lockstep.crypto;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Verifies the documents that a server signs, without the server. */
public final class Documents {

    private Documents() {}

    /**
     * Verifies a document, without a network: a claim, a receipt, a certificate, or any other.
     *
     * @param document its JSON, in UTF-8
     * @param expected the trusted keys and the expectations of the reader
     * @return the result, also for a document that does not hold
     */
    public static CompletableFuture<DocumentVerification> verifyDocument(
            byte[] document, DocumentExpectations expected) {
        Map<String, Object> request = expected.fields(document);
        return Work.start(token -> DocumentVerification.of(Bridge.call("Document.verify", request, token)));
    }
}

package example.lockstep.crypto;

import java.util.List;
import java.util.function.Function;

/** The exception of each status of the native library. */
final class Kinds {

    /** The first is that of status 1. */
    private static final List<Function<String, CryptoException>> KINDS = List.of(
            ZkException::new,
            InitializationException::new,
            ProofGenerationException::new,
            VerificationException::new,
            OptimizationException::new,
            PostQuantumException::new,
            VmException::new,
            InvalidArgumentException::new,
            ClosedHandleException::new,
            CancelledException::new,
            SealException::new,
            OpenException::new,
            HomomorphicException::new,
            DocumentException::new,
            EntropyException::new,
            InternalException::new);

    private Kinds() {}

    static CryptoException of(int status, String text) {
        boolean isKnown = status >= 1 && status <= KINDS.size();
        return isKnown ? KINDS.get(status - 1).apply(text) : new CryptoException(text);
    }
}

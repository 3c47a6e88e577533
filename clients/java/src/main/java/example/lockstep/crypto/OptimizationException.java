package example.lockstep.crypto;

/** The kind <code>OptimizationError</code>: a circuit cannot be optimized, or a GPU was requested. */
public final class OptimizationException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public OptimizationException(String message) {
        super(message);
    }
}

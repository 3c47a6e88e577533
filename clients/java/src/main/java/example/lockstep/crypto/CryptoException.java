package example.lockstep.crypto;

import example.lockstep.LockstepException;

/** The base of the exceptions of this package. */
public class CryptoException extends LockstepException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public CryptoException(String message) {
        super(message);
    }
}

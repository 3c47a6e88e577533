package example.lockstep.crypto;

/** The native library. <strong>Nothing of this package has been audited.</strong> */
public final class Crypto {

    private Crypto() {}

    /**
     * Returns whether there is a native library for this platform: in the jar, or named by the system property
     * <code>lockstep.ffi.library</code>.
     *
     * @return false if every class of this package would throw a {@link MissingLibraryException}
     */
    public static boolean isAvailable() {
        return Library.isAvailable();
    }
}

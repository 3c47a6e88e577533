package example.lockstep.crypto;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;

/** The C interface of the native library, and where the library is found. */
final class Library {

    /** The system property with the path of a library other than that of the jar. */
    static final String PROPERTY = "lockstep.ffi.library";

    private static final int ABI_VERSION = 1;
    private static final String NAME = "lockstep_ffi";

    private Library() {}

    /** Returns whether the library is loaded, and loads it first. */
    static boolean isAvailable() {
        try {
            load();
            return true;
        } catch (MissingLibraryException error) {
            return false;
        }
    }

    /** Loads the library, once. */
    static void load() {
        if (Loaded.FAILURE != null) {
            throw new MissingLibraryException(Loaded.FAILURE);
        }
    }

    /** Initialized by the first use. */
    private static final class Loaded {

        static final String FAILURE = failure();

        private static String failure() {
            try {
                if (Native.SIZE_T_SIZE != Long.BYTES) {
                    return "the native library needs a platform of 64 bits";
                }
                File file = file();
                Native.register(Functions.class, NativeLibrary.getInstance(file.getAbsolutePath()));
                int found = Functions.lockstep_abi_version();
                return found == ABI_VERSION
                        ? null
                        : "the native library has the interface " + found + ", this version needs " + ABI_VERSION;
            } catch (IOException | UnsatisfiedLinkError error) {
                return "no native library for this platform: name one with -D" + PROPERTY + " (" + error.getMessage()
                        + ")";
            }
        }

        private static File file() throws IOException {
            String named = System.getProperty(PROPERTY);
            return named == null || named.isEmpty()
                    ? Native.extractFromResourcePath(NAME, Library.class.getClassLoader())
                    : new File(named);
        }
    }

    /** The functions of lockstep.h. A size_t is a long: other platforms are refused. */
    static final class Functions {

        private Functions() {}

        static native int lockstep_abi_version();

        static native int lockstep_call(
                Pointer operation,
                long operationLength,
                Pointer request,
                long requestLength,
                long cancellation,
                Pointer answer);

        static native void lockstep_free(Pointer data, long length);

        static native long lockstep_cancellation_new();

        static native int lockstep_cancellation_cancel(long token);

        static native int lockstep_cancellation_free(long token);
    }
}

import example.lockstep.crypto.Crypto;

/** Runs the example of the read-me, and tells whether the jar has the native library. */
public class Check {
    public static void main(String[] args) {
        Example.main(args);
        System.out.println("native library: " + Crypto.isAvailable());
    }
}

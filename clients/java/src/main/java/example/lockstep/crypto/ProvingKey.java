package example.lockstep.crypto;

import java.util.Map;
import java.util.Optional;

/** A key that makes proofs of one circuit. */
public final class ProvingKey extends NativeObject {

    ProvingKey(long handle) {
        super(handle);
    }

    /**
     * Returns the key in the format of snarkjs.
     *
     * @return the bytes; empty for PGHR13
     */
    public Optional<byte[]> toZkey() {
        return Optional.ofNullable(call("ProvingKey.toZkey", Map.of()).bytes("zkey"));
    }
}

package example.lockstep.crypto;

import java.util.Optional;

/** Encrypted values. */
public final class Ciphertext {

    private final byte[] series;
    private final byte[] block;

    Ciphertext(Frame made) {
        this.series = made.bytes("series");
        this.block = made.bytes("block");
    }

    /**
     * Returns the encrypted series.
     *
     * @return the bytes
     */
    public byte[] series() {
        return series;
    }

    /**
     * Returns the series in an envelope that the platform stores.
     *
     * @return the bytes; empty without the id of a key
     */
    public Optional<byte[]> block() {
        return Optional.ofNullable(block);
    }

    @Override
    public String toString() {
        return "Ciphertext[" + series.length + " bytes]";
    }
}

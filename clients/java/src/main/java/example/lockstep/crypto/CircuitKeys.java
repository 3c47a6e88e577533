package example.lockstep.crypto;

/**
 * The keys of a circuit. Closing them releases the proving key.
 *
 * @param provingKey makes proofs
 * @param verificationKey JSON as snarkjs writes it
 * @param vkDigest the digest of the verification key
 * @param setup how the keys were made
 * @param assurance the guarantees of the setup, and their limits
 */
public record CircuitKeys(
        ProvingKey provingKey, String verificationKey, String vkDigest, String setup, String assurance)
        implements AutoCloseable {

    @Override
    public void close() {
        provingKey.close();
    }
}

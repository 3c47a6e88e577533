/**
 * Cryptography at the client: zero knowledge and post-quantum keys, envelopes, and homomorphic encryption.
 *
 * <p><strong>Nothing of it has been audited.</strong> Methods that take long return futures and run in a pool of as many threads as
 * there are processors. Cancelling a future stops the work.
 */
package example.lockstep.crypto;

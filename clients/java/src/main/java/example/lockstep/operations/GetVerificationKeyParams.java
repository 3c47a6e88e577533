// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getVerificationKey</code>. Those that are not set, or null, are not sent. */
public final class GetVerificationKeyParams extends Query {

    /** Makes parameters of which none is set. */
    public GetVerificationKeyParams() {}

    /** Sets <code>scheme</code>: <code>Groth16</code> (default) or <code>PGHR13</code>. */
    public GetVerificationKeyParams scheme(String scheme) {
        set("scheme", scheme);
        return this;
    }

    /**
     * Sets <code>curve</code>: <code>bls12-381</code> (default for built-in circuits), <code>bn254</code>,
     * <code>bls24-509</code> or <code>bls48-575</code>.
     */
    public GetVerificationKeyParams curve(String curve) {
        set("curve", curve);
        return this;
    }
}

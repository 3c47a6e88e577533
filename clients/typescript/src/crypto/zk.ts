import { Circuit, type Inputs, named } from "./circuits.js";
import { LibraryObject, type Reference, type WorkOptions } from "./library.js";
import { type CreateOptions, type CryptoLibrary, libraryOf, sharedLibrary } from "./shared.js";

export type Scheme = "groth16" | "pghr13";
export type Curve = "bls12-381" | "bn254" | (string & {});
export type OptimizationLevel = "basic" | "aggressive";

/** The configuration of a handler. */
export interface ZkConfig {
  /** Default: `groth16`. */
  scheme?: Scheme;
  /** Default: `bls12-381`. */
  curve?: Curve;
  optimizationLevel?: OptimizationLevel;
  /** The number of decimals of values, 0 to 6. */
  precision?: number;
  securityLevel?: number;
  useGPU?: boolean;
}

/** A proof, as JSON carries it. Keep it whole. */
export interface Proof {
  scheme: string;
  curve: string;
  circuit: string;
  /** JSON as snarkjs writes it. */
  proof: string;
  /** Decimal numbers. */
  publicSignals: string[];
  /** The digest of the key that verifies the proof. */
  vkDigest: string;
  setup: string;
  device: string;
}

/** The keys of a circuit. */
export interface CircuitKeys {
  provingKey: ProvingKey;
  /** JSON as snarkjs writes it. */
  verificationKey: string;
  vkDigest: string;
  setup: string;
  /** The guarantees of the setup, and their limits. */
  assurance: string;
}

/** The secret that opens the commitments of a proof. Printing it does not show it. */
export class Opening {
  readonly #blindings: string[];

  constructor(
    blindings: string[],
    readonly scale: number,
  ) {
    this.#blindings = blindings;
  }

  /** Decimal numbers. */
  get blindings(): string[] {
    return this.#blindings;
  }
}

/** Makes proofs of one circuit. */
export class ProvingKey extends LibraryObject {
  private constructor(reference: Reference) {
    super(reference);
  }

  /** @internal */
  static of(reference: Reference): ProvingKey {
    return new ProvingKey(reference);
  }

  /** Returns the key in snarkjs' format; null for PGHR13. */
  async toZkey(options?: WorkOptions): Promise<Uint8Array | null> {
    return ((await this.call("ProvingKey.toZkey", {}, options))["zkey"] as Uint8Array | undefined) ?? null;
  }
}

/** Makes and verifies proofs. It knows the keys that it made. */
export class ZkHandler extends LibraryObject {
  constructor(library: CryptoLibrary = sharedLibrary) {
    super(library.create("ZkHandler.new", {}));
  }

  /** Prepares the handler. */
  async initialize(config: ZkConfig = {}, options?: WorkOptions): Promise<void> {
    await this.call("ZkHandler.initialize", { config }, options);
  }

  /** Makes the keys of a circuit. */
  async generateKeys(circuit: Circuit, options?: WorkOptions): Promise<CircuitKeys> {
    const { session } = await this.reference();
    const fields = { circuit: await this.handleOf(circuit, Circuit) };
    const { provingKey, ...rest } = await this.call("ZkHandler.generateKeys", fields, options);
    return {
      ...(rest as unknown as Omit<CircuitKeys, "provingKey">),
      provingKey: ProvingKey.of({ session, handle: provingKey as number }),
    };
  }

  /** Proves that a circuit accepts the inputs. The proof shows the public ones only. */
  async generateProof(
    circuit: Circuit,
    privateInputs: Inputs,
    publicInputs: Inputs,
    options?: WorkOptions,
  ): Promise<Proof> {
    const handle = await this.handleOf(circuit, Circuit);
    const inputs = { privateInputs: named(privateInputs), publicInputs: named(publicInputs) };
    return this.#proof("ZkHandler.generateProof", { circuit: handle, ...inputs }, options);
  }

  /** Proves that a hidden value is between two bounds, inclusive. */
  generateRangeProof(
    value: number,
    range: { min: number; max: number },
    options?: WorkOptions,
  ): Promise<Proof> {
    return this.#proof("ZkHandler.generateRangeProof", { value, range }, options);
  }

  /** Proves that two hidden values are equal. */
  generateEqualityProof(value1: number, value2: number, options?: WorkOptions): Promise<Proof> {
    return this.#proof("ZkHandler.generateEqualityProof", { value1, value2 }, options);
  }

  /** Proves that a hidden value is one of a set. */
  generateMembershipProof(value: number, set: readonly number[], options?: WorkOptions): Promise<Proof> {
    return this.#proof("ZkHandler.generateMembershipProof", { value, set }, options);
  }

  /** Tells whether a proof is valid under a key of this handler. */
  async verifyProof(proof: Proof, options?: WorkOptions): Promise<boolean> {
    return (await this.call("ZkHandler.verifyProof", { proof }, options))["verified"] as boolean;
  }

  /** Returns the secret that opens the commitments of a proof; null if this handler did not make it. */
  async opening(proof: Proof, options?: WorkOptions): Promise<Opening | null> {
    const { opening } = await this.call("ZkHandler.opening", { proof }, options);
    const found = opening as { blindings: string[]; scale: number } | null;
    return found === null ? null : new Opening(found.blindings, found.scale);
  }

  /** Returns the key of this handler that verifies a proof: JSON as snarkjs writes it. */
  async verificationKey(vkDigest: string, options?: WorkOptions): Promise<string> {
    const answer = await this.call("ZkHandler.verificationKey", { vkDigest }, options);
    return answer["verificationKey"] as string;
  }

  /** Forgets the keys and values. */
  async cleanup(options?: WorkOptions): Promise<void> {
    await this.call("ZkHandler.cleanup", {}, options);
  }

  async #proof(operation: string, fields: Record<string, unknown>, options?: WorkOptions): Promise<Proof> {
    return (await this.call(operation, fields, options))["proof"] as Proof;
  }
}

/** Verifies a proof with a key that the caller trusts. Its digest must be the proof's `vkDigest`. */
export async function verifyProof(
  proof: Proof,
  verificationKey: string,
  options?: CreateOptions,
): Promise<boolean> {
  const answer = await libraryOf(options).call("Proof.verify", { proof, verificationKey }, options);
  return answer["verified"] as boolean;
}

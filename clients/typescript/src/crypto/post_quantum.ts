import { LibraryObject, type WorkOptions } from "./library.js";
import { type CryptoLibrary, sharedLibrary } from "./shared.js";

/** The configuration of a scheme. */
export interface PostQuantumConfig {
  scheme: "kyber" | "dilithium" | "sphincs";
  securityLevel: 1 | 3 | 5;
  /** `hash`, `variant`, `context`, `deterministic`, `keyFormat`, `hybrid`: see the crate lockstep-client-crypto. */
  params?: Readonly<Record<string, unknown>>;
}

/** A pair of keys. Printing it does not show the private one. */
export class KeyPair {
  readonly #privateKey: Uint8Array;

  constructor(
    readonly publicKey: Uint8Array,
    privateKey: Uint8Array,
  ) {
    this.#privateKey = privateKey;
  }

  get privateKey(): Uint8Array {
    return this.#privateKey;
  }

  /** Overwrites the private key. */
  wipe(): void {
    this.#privateKey.fill(0);
  }
}

/** A secret, and the ciphertext from which the owner of the private key gets it. Printing it does not show the secret. */
export class Encapsulation {
  readonly #sharedSecret: Uint8Array;

  constructor(
    readonly ciphertext: Uint8Array,
    sharedSecret: Uint8Array,
  ) {
    this.#sharedSecret = sharedSecret;
  }

  get sharedSecret(): Uint8Array {
    return this.#sharedSecret;
  }

  /** Overwrites the secret. */
  wipe(): void {
    this.#sharedSecret.fill(0);
  }
}

/** The algorithms of FIPS 203, 204 and 205. */
export class PostQuantumScheme extends LibraryObject {
  constructor(library: CryptoLibrary = sharedLibrary) {
    super(library.create("PostQuantumScheme.new", {}));
  }

  /** Chooses the algorithm. */
  async initialize(config: PostQuantumConfig, options?: WorkOptions): Promise<void> {
    await this.call("PostQuantumScheme.initialize", { config }, options);
  }

  /** Makes a pair of keys. */
  async generateKeyPair(options?: WorkOptions): Promise<KeyPair> {
    const made = await this.call("PostQuantumScheme.generateKeyPair", {}, options);
    return new KeyPair(made["publicKey"] as Uint8Array, made["privateKey"] as Uint8Array);
  }

  /** Makes a secret for the owner of a public key. */
  async encapsulate(publicKey: Uint8Array, options?: WorkOptions): Promise<Encapsulation> {
    const made = await this.call("PostQuantumScheme.encapsulate", { publicKey }, options);
    return new Encapsulation(made["ciphertext"] as Uint8Array, made["sharedSecret"] as Uint8Array);
  }

  /** Returns the secret. Of a forged ciphertext, it is another one. */
  async decapsulate(
    ciphertext: Uint8Array,
    privateKey: Uint8Array,
    options?: WorkOptions,
  ): Promise<Uint8Array> {
    const fields = { ciphertext, privateKey };
    return (await this.call("PostQuantumScheme.decapsulate", fields, options))["sharedSecret"] as Uint8Array;
  }

  /** Signs a message. */
  async sign(message: Uint8Array, privateKey: Uint8Array, options?: WorkOptions): Promise<Uint8Array> {
    const fields = { message, privateKey };
    return (await this.call("PostQuantumScheme.sign", fields, options))["signature"] as Uint8Array;
  }

  /** Tells whether a signature is of this message and key. */
  async verify(
    message: Uint8Array,
    signature: Uint8Array,
    publicKey: Uint8Array,
    options?: WorkOptions,
  ): Promise<boolean> {
    const fields = { message, signature, publicKey };
    return (await this.call("PostQuantumScheme.verify", fields, options))["verified"] as boolean;
  }
}

import { type Created, LibraryObject, type WorkOptions } from "./library.js";
import { type CreateOptions, libraryOf } from "./shared.js";

export type FheOperation =
  | "add"
  | "subtract"
  | "negate"
  | "multiply"
  | "square"
  | "sum"
  | "mean"
  | "variance"
  | "dot"
  | "weightedSum"
  | "rotate";

/** How values become integers: times 10^decimals, less the offset. */
export interface Scale {
  /** Default: 0. */
  decimals?: number;
  /** Default: 0. */
  offset?: number;
  /** The maximum absolute value of an integer. Default: 32768. */
  bound?: number;
  /** Whether integers need two plaintext primes. Default: false. */
  wide?: boolean;
}

/** Options of encryption. */
export interface EncryptOptions extends WorkOptions {
  scale?: Scale;
  /** The id of the key at the platform. With it, the answer has a `block`. */
  keyId?: string;
}

/** Encrypted values. */
export interface Ciphertext {
  series: Uint8Array;
  /** With a key id: the series in an envelope that the platform stores. */
  block?: Uint8Array;
}

/** The values of a series. */
export interface DecryptedSeries {
  kind: "series";
  values: number[];
  integers: bigint[];
  decimals: number;
  keyId?: string;
}

/** The value of a sum, a mean or another reduction. */
export interface DecryptedReduction {
  kind: "reduction";
  value: number;
  numerator: bigint;
  denominator: bigint;
  decimals: number;
  keyId?: string;
}

/** The evaluation keys to make. By default, all but single rotations. */
export interface EvaluationKeyOptions extends WorkOptions {
  multiplication?: boolean;
  sumWindow?: number;
  rotations?: readonly number[];
  swap?: boolean;
}

/** A secret key of homomorphic encryption (BFV), which stays in the worker. */
export class FheSecretKey extends LibraryObject {
  /** The set of parameters. */
  readonly set: string;
  /** The number of values in a ciphertext. */
  readonly slots: number;

  private constructor(made: Created) {
    super(made);
    this.set = made["set"] as string;
    this.slots = made["slots"] as number;
  }

  /** Makes a key; `set` is `bfv-128` by default. */
  static async generate(options?: CreateOptions & { set?: string }): Promise<FheSecretKey> {
    const fields = { set: options?.set };
    return new FheSecretKey(await libraryOf(options).create("FheSecretKey.generate", fields, options));
  }

  /** Takes an exported key. */
  static async import(secretKey: Uint8Array, options?: CreateOptions): Promise<FheSecretKey> {
    return new FheSecretKey(await libraryOf(options).create("FheSecretKey.import", { secretKey }, options));
  }

  /** Returns the secret key. */
  async export(): Promise<Uint8Array> {
    return (await this.call("FheSecretKey.export"))["secretKey"] as Uint8Array;
  }

  /** Returns the key that encrypts. */
  async publicKey(options?: WorkOptions): Promise<Uint8Array> {
    return (await this.call("FheSecretKey.publicKey", {}, options))["publicKey"] as Uint8Array;
  }

  /** Returns the keys that a server needs to compute on ciphertexts. */
  async evaluationKeys(options: EvaluationKeyOptions = {}): Promise<Uint8Array> {
    const { multiplication, sumWindow, rotations, swap } = options;
    const fields = { multiplication, sumWindow, rotations, swap };
    return (await this.call("FheSecretKey.evaluationKeys", fields, options))["evaluationKeys"] as Uint8Array;
  }

  /** Encrypts values. */
  async encrypt(values: readonly number[], options?: EncryptOptions): Promise<Ciphertext> {
    const answer = await this.call("FheSecretKey.encrypt", plain(values, options), options);
    return answer as unknown as Ciphertext;
  }

  /** Decrypts a series, a reduction, or an envelope with one of them. */
  async decrypt(
    ciphertext: Uint8Array,
    options?: WorkOptions,
  ): Promise<DecryptedSeries | DecryptedReduction> {
    const found = await this.call("FheSecretKey.decrypt", { ciphertext }, options);
    const rest = {
      decimals: found["decimals"] as number,
      ...(typeof found["keyId"] === "string" ? { keyId: found["keyId"] } : {}),
    };
    if (found["kind"] === "series") {
      const integers = (found["integers"] as string[]).map(BigInt);
      return { kind: "series", values: found["values"] as number[], integers, ...rest };
    }
    return {
      kind: "reduction",
      value: found["value"] as number,
      numerator: BigInt(found["numerator"] as string),
      denominator: BigInt(found["denominator"] as string),
      ...rest,
    };
  }
}

/** Encrypts values for the owner of a public key. */
export async function encryptFor(
  publicKey: Uint8Array,
  values: readonly number[],
  options?: EncryptOptions & CreateOptions,
): Promise<Ciphertext> {
  const fields = { publicKey, ...plain(values, options) };
  const answer = await libraryOf(options).call("FhePublicKey.encrypt", fields, options);
  return answer as unknown as Ciphertext;
}

/** Computes on one or two series without their secret key, and returns the encrypted result. */
export async function compute(
  evaluationKeys: Uint8Array,
  operation: FheOperation,
  operands: readonly Uint8Array[],
  options?: CreateOptions & { steps?: number; weights?: readonly number[] },
): Promise<Uint8Array> {
  const { steps, weights } = options ?? {};
  const fields = { evaluationKeys, operation, operands, steps, weights };
  return (await libraryOf(options).call("FheEvaluationKeys.compute", fields, options))[
    "result"
  ] as Uint8Array;
}

function plain(values: readonly number[], options?: EncryptOptions) {
  return { values, scale: options?.scale, keyId: options?.keyId };
}

import { type Created, LibraryObject, type WorkOptions } from "./library.js";
import { type CreateOptions, libraryOf } from "./shared.js";

export type Cipher = "AES-256-GCM" | "AES-192-GCM" | "AES-128-GCM";
export type Kem = "X-Wing" | "MLKEM1024-P384";
export type Mode = "basic" | "at rest" | "fhe" | "zk";

/** Where an envelope belongs: it opens in the same context only. */
export interface SealContext {
  /** The id of the account. */
  account: string;
  /** `data` (the default), `wrap`, or a name of your own after a colon. */
  purpose?: string;
  row?: string;
}

/** The id of a key (`key_…`, or 32 hexadecimal digits) and its version, 1 by default. */
export interface KeyName {
  id: string;
  version?: number;
}

/** Where a wrapped key belongs. */
export interface WrapContext {
  account: string;
  row?: string;
}

/** Options of sealing. */
export interface SealOptions extends WorkOptions {
  /** Default: `basic`. */
  mode?: Mode;
  extension?: Uint8Array;
}

/** What an envelope says about itself. */
export interface Envelope {
  mode: Mode;
  suite: string;
  origin: string;
  keyName: Required<KeyName> & {
    /** The id as 32 hexadecimal digits. */
    hexadecimal: string;
  };
  messageId: Uint8Array;
  extension: Uint8Array;
}

/** Reads the head of an envelope, without a key. */
export async function parseEnvelope(envelope: Uint8Array, options?: CreateOptions): Promise<Envelope> {
  const answer = await libraryOf(options).call("Envelope.parse", { envelope }, options);
  return answer as unknown as Envelope;
}

/** Returns an envelope that the owner of a public key can open. */
export async function sealTo(
  publicKey: Uint8Array,
  plaintext: Uint8Array,
  keyName: KeyName,
  context: SealContext,
  options?: SealOptions & CreateOptions & { kem?: Kem },
): Promise<Uint8Array> {
  const fields = { publicKey, kem: options?.kem, ...message(plaintext, keyName, context, options) };
  return (await libraryOf(options).call("SealingKeyPair.sealTo", fields, options))["envelope"] as Uint8Array;
}

/** A symmetric key, which stays in the worker. */
export class SealingKey extends LibraryObject {
  private constructor(made: Created) {
    super(made);
  }

  /** Makes a key; by default for AES-256-GCM. */
  static async generate(options?: CreateOptions & { cipher?: Cipher }): Promise<SealingKey> {
    const fields = { cipher: options?.cipher };
    return new SealingKey(await libraryOf(options).create("SealingKey.generate", fields, options));
  }

  /** Takes a key of 32 bytes. */
  static async import(key: Uint8Array, options?: CreateOptions & { cipher?: Cipher }): Promise<SealingKey> {
    const fields = { key, cipher: options?.cipher };
    return new SealingKey(await libraryOf(options).create("SealingKey.import", fields, options));
  }

  /** Returns the secret key. */
  async export(): Promise<Uint8Array> {
    return (await this.call("SealingKey.export"))["key"] as Uint8Array;
  }

  /** Returns 16 bytes that tell keys apart, and reveal nothing of them. */
  async checkValue(): Promise<Uint8Array> {
    return (await this.call("SealingKey.checkValue"))["checkValue"] as Uint8Array;
  }

  /** Makes another key of this one. */
  async derive(label: string, options?: { cipher?: Cipher }): Promise<SealingKey> {
    return new SealingKey(await this.create("SealingKey.derive", { label, cipher: options?.cipher }));
  }

  /** Returns an envelope of a message. */
  async seal(
    plaintext: Uint8Array,
    keyName: KeyName,
    context: SealContext,
    options?: SealOptions,
  ): Promise<Uint8Array> {
    const fields = message(plaintext, keyName, context, options);
    return (await this.call("SealingKey.seal", fields, options))["envelope"] as Uint8Array;
  }

  /** Returns the message of an envelope. */
  async open(envelope: Uint8Array, context: SealContext, options?: WorkOptions): Promise<Uint8Array> {
    const answer = await this.call("SealingKey.open", { envelope, context }, options);
    return answer["plaintext"] as Uint8Array;
  }

  /** Seals another key. */
  async wrap(key: SealingKey, keyName: KeyName, { account, row }: WrapContext): Promise<Uint8Array> {
    const fields = { key: await this.handleOf(key, SealingKey), keyName, account, row: row ?? "" };
    return (await this.call("SealingKey.wrap", fields))["envelope"] as Uint8Array;
  }

  /** Opens a sealed key. */
  async unwrap(envelope: Uint8Array, { account, row }: WrapContext): Promise<SealingKey> {
    const fields = { envelope, account, row: row ?? "" };
    return new SealingKey(await this.create("SealingKey.unwrap", fields));
  }
}

/** A key pair: all who know the public key can seal, the owner can open. */
export class SealingKeyPair extends LibraryObject {
  readonly publicKey: Uint8Array;

  private constructor(made: Created) {
    super(made);
    this.publicKey = made["publicKey"] as Uint8Array;
  }

  /** Makes a key pair; by default for X-Wing. */
  static async generate(options?: CreateOptions & { kem?: Kem }): Promise<SealingKeyPair> {
    const fields = { kem: options?.kem };
    return new SealingKeyPair(await libraryOf(options).create("SealingKeyPair.generate", fields, options));
  }

  /** Takes a private key of 32 bytes. */
  static async import(
    privateKey: Uint8Array,
    options?: CreateOptions & { kem?: Kem },
  ): Promise<SealingKeyPair> {
    const fields = { privateKey, kem: options?.kem };
    return new SealingKeyPair(await libraryOf(options).create("SealingKeyPair.import", fields, options));
  }

  /** Returns the private key. */
  async export(): Promise<Uint8Array> {
    return (await this.call("SealingKeyPair.export"))["privateKey"] as Uint8Array;
  }

  /** Returns the message of an envelope. */
  async open(envelope: Uint8Array, context: SealContext, options?: WorkOptions): Promise<Uint8Array> {
    const answer = await this.call("SealingKeyPair.open", { envelope, context }, options);
    return answer["plaintext"] as Uint8Array;
  }
}

function message(plaintext: Uint8Array, keyName: KeyName, context: SealContext, options?: SealOptions) {
  return { plaintext, keyName, context, mode: options?.mode, extension: options?.extension };
}

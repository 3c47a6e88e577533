import { type Created, LibraryObject, type WorkOptions } from "./library.js";
import { type CreateOptions, type CryptoLibrary, libraryOf, sharedLibrary } from "./shared.js";
import type { Curve, OptimizationLevel } from "./zk.js";

/** The values of a circuit's inputs, by their names. */
export type Inputs = Readonly<Record<string, Whole | readonly Whole[]>>;
/** A whole number; a text is decimal. */
export type Whole = bigint | number | string;

/** Returns inputs as the library reads them. */
export function named(inputs: Inputs): { name: string; values: string[] }[] {
  return Object.entries(inputs).map(([name, values]) => ({
    name,
    values: (Array.isArray(values) ? values : [values]).map(String),
  }));
}

/** The sizes of a circuit. */
export interface Cost {
  rows: number;
  wires: number;
  domain: number;
  aWires: number;
  bWires: number;
  terms: number;
}

/** A circuit: a statement about its inputs that can be proved. */
export class Circuit extends LibraryObject {
  readonly name: string;
  readonly curve: Curve;
  /** Hexadecimal. */
  readonly digest: string;
  readonly cost: Cost;

  private constructor(made: Created) {
    super(made);
    this.name = made["name"] as string;
    this.curve = made["curve"] as Curve;
    this.digest = made["digest"] as string;
    this.cost = made["cost"] as Cost;
  }

  /** Returns a circuit of the library, such as `range:64`. */
  static async named(name: string, options?: CreateOptions & { curve?: Curve }): Promise<Circuit> {
    const fields = { name, curve: options?.curve };
    return new Circuit(await libraryOf(options).create("Circuit.named", fields, options));
  }

  /** Reads a circuit of circom: its constraints, and either circom's `wasm` or a `program` that computes its witness. */
  static async fromFiles(
    files: { r1cs: Uint8Array; wasm?: Uint8Array; program?: Uint8Array },
    options?: CreateOptions,
  ): Promise<Circuit> {
    const { r1cs, wasm, program } = files;
    return new Circuit(
      await libraryOf(options).create("Circuit.fromFiles", { r1cs, wasm, program }, options),
    );
  }

  /** @internal */
  static of(made: Created): Circuit {
    return new Circuit(made);
  }

  /** Returns the constraints in circom's format. */
  async toR1cs(options?: WorkOptions): Promise<Uint8Array> {
    return (await this.call("Circuit.toR1cs", {}, options))["r1cs"] as Uint8Array;
  }
}

/** A wire and its coefficient, a decimal number. */
export type Term = readonly [wire: number, coefficient: string];

/** The product of the sums `a` and `b` is the sum `c`. */
export interface Constraint {
  a: readonly Term[];
  b: readonly Term[];
  c: readonly Term[];
}

/** Makes circuits smaller that accept exactly the same inputs. */
export class CircuitOptimizer extends LibraryObject {
  constructor(
    options: { optimizationLevel?: OptimizationLevel } = {},
    library: CryptoLibrary = sharedLibrary,
  ) {
    super(library.create("CircuitOptimizer.new", { optimizationLevel: options.optimizationLevel }));
  }

  /** Returns a smaller circuit. */
  async optimize(circuit: Circuit, options?: WorkOptions): Promise<Circuit> {
    const handle = await this.handleOf(circuit, Circuit);
    return Circuit.of(await this.create("CircuitOptimizer.optimize", { circuit: handle }, options));
  }

  /** Throws an `OptimizationError`: there is no GPU back end. */
  async initializeGPU(options?: WorkOptions): Promise<void> {
    await this.call("CircuitOptimizer.initializeGPU", {}, options);
  }

  /** Removes constraints that follow from the others. */
  async processConstraints(
    constraints: readonly Constraint[],
    options?: WorkOptions & { curve?: Curve },
  ): Promise<Constraint[]> {
    const fields = { constraints, curve: options?.curve };
    const answer = await this.call("CircuitOptimizer.processConstraints", fields, options);
    return answer["constraints"] as Constraint[];
  }
}

/** Limits of the virtual machine. */
export interface VMConfig {
  /** In bytes. */
  memoryLimit?: number;
  maxInstructions?: number;
  optimizationLevel?: OptimizationLevel;
}

/** The memory of the virtual machine. */
export interface MemoryState {
  pages: number;
  bytes: number;
  peak: number;
  instructions: number;
  /** Hexadecimal. */
  digest: string;
}

/** The result of a circuit. Printing it does not show the witness. */
export class Execution {
  readonly #witness: bigint[];

  constructor(
    witness: bigint[],
    readonly publicSignals: bigint[],
    readonly memory: MemoryState,
  ) {
    this.#witness = witness;
  }

  /** The values of all wires, which include the secret ones. */
  get witness(): bigint[] {
    return this.#witness;
  }
}

/** Executes circuits under limits. */
export class ZkVirtualMachine extends LibraryObject {
  #memory: MemoryState = { pages: 0, bytes: 0, peak: 0, instructions: 0, digest: "" };

  constructor(library: CryptoLibrary = sharedLibrary) {
    super(library.create("ZkVirtualMachine.new", {}));
  }

  /** Sets the limits. */
  async initialize(config: VMConfig = {}, options?: WorkOptions): Promise<void> {
    await this.call("ZkVirtualMachine.initialize", { config }, options);
    await this.#readMemory();
  }

  /** Computes the witness of a circuit, and checks every constraint. */
  async executeCircuit(circuit: Circuit, inputs: Inputs = {}, options?: WorkOptions): Promise<Execution> {
    const fields = { circuit: await this.handleOf(circuit, Circuit), inputs: named(inputs) };
    try {
      const answer = await this.call("ZkVirtualMachine.executeCircuit", fields, options);
      const [witness, signals] = [answer["witness"], answer["publicSignals"]] as [string[], string[]];
      return new Execution(witness.map(BigInt), signals.map(BigInt), answer["memory"] as MemoryState);
    } finally {
      await this.#readMemory().catch(() => {}); // The machine may be closed.
    }
  }

  /** Returns the memory after the last execution. */
  getMemoryState(): MemoryState {
    return this.#memory;
  }

  async #readMemory(): Promise<void> {
    this.#memory = (await this.call("ZkVirtualMachine.getMemoryState"))["memory"] as MemoryState;
  }
}

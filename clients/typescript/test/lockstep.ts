import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket as NodeWebSocket } from "ws";
import { type Credential, Lockstep } from "../src/index.js";

/** The binary of the server; the tests of a server are skipped without it. */
export const PROGRAM = process.env["LOCKSTEP_PROGRAM"];
export const PASSWORD = "a password of the tests";

/** A server as a child process, on a directory of its own. */
export class Server {
  #child: ChildProcess | undefined;
  #address = "127.0.0.1:0";

  private constructor(private readonly folder: string) {}

  static async start(): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), "lockstep-client-")));
    await server.run();
    return server;
  }

  /** Starts the process, again at the same address. */
  async run(): Promise<void> {
    const words = ["serve", "--data", join(this.folder, "data"), "--listen", this.#address];
    const child = spawn(PROGRAM!, words, {
      // A restarted server keeps its address; a broker would need a fixed port, too.
      env: { PATH: process.env["PATH"], LOCKSTEP_ADMIN_PASSWORD: PASSWORD, LOCKSTEP_MQTT_BROKER: "off" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr! })) {
      const found = /listens on http:\/\/([\d.:]+)/.exec(line);
      if (found) {
        this.#address = found[1]!;
        child.stderr!.resume();
        return;
      }
      said.push(line);
    }
    throw new Error(`the server did not start: ${said.join("\n")}`);
  }

  /** Ends the process as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child!;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  get url(): string {
    return `http://${this.#address}`;
  }

  client(credential: Credential = { username: "admin", password: PASSWORD }): Lockstep {
    return new Lockstep({
      baseUrl: this.url,
      credential,
      webSocket: NodeWebSocket as unknown as typeof WebSocket,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

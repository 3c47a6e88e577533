import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket as NodeWebSocket, WebSocketServer } from "ws";
import { Lockstep } from "../src/index.js";

/** What the server does with a socket; it has received the frame, if the client sends one. */
type Script = (socket: NodeWebSocket, frame: string) => void;

/** A server in the test process that gives tickets, and each socket the next script. */
export class SocketServer {
  /** The paths and queries of the sockets. */
  readonly asked: string[] = [];
  /** The frames of the client. */
  readonly frames: unknown[] = [];
  /** What the sockets offered as subprotocols. */
  readonly offered: (string | undefined)[] = [];
  /** The paths of the requests for tickets and tokens. */
  readonly requested: string[] = [];
  /** So many renewals of tokens get no answer. */
  lostRenewals = 0;
  /** So many requests for agents are refused because of their token. */
  refused = 0;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(scripts: Script[], awaitsFrame: boolean) {
    this.#server = createServer(({ url = "" }, response) => {
      this.requested.push(url);
      if (url === "/api/auth/refresh" && this.lostRenewals > 0) {
        this.lostRenewals -= 1;
        response.destroy();
        return;
      }
      if (url === "/api/agents" && this.refused > 0) {
        this.refused -= 1;
        response.writeHead(401).end();
        return;
      }
      if (url.startsWith("/api/auth/")) {
        const name = `token ${this.requested.length}`;
        response.end(JSON.stringify({ access_token: name, refresh_token: name, expires_in: 3600 }));
        return;
      }
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ ticket: "hidden-ticket", expiresAt: "2026-06-01T06:30:00.000Z" }));
    });
    this.#sockets = new WebSocketServer({ server: this.#server, handleProtocols: () => "lockstep.v1" });
    this.#sockets.on("connection", (socket, { url = "", headers }) => {
      this.asked.push(url);
      this.offered.push(headers["sec-websocket-protocol"]);
      const script = scripts[Math.min(this.asked.length, scripts.length) - 1]!;
      if (!awaitsFrame) {
        script(socket, "");
        return;
      }
      socket.once("message", (data) => {
        this.frames.push(JSON.parse(String(data)));
        script(socket, String(data));
      });
    });
  }

  /** Starts a server whose scripts begin when a socket opens. */
  static start(...scripts: Script[]): Promise<SocketServer> {
    return new SocketServer(scripts, false).#listen();
  }

  /** Starts a server whose scripts begin with the first frame of the client. */
  static subscribed(...scripts: Script[]): Promise<SocketServer> {
    return new SocketServer(scripts, true).#listen();
  }

  async #listen(): Promise<SocketServer> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  client(options: Partial<ConstructorParameters<typeof Lockstep>[0]> = {}): Lockstep {
    return new Lockstep({
      baseUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      credential: { apiKey: "k" },
      webSocket: NodeWebSocket as unknown as typeof WebSocket,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) {
      socket.terminate();
    }
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

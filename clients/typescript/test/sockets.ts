import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocket as NodeWebSocket, WebSocketServer } from "ws";
import { Lockstep } from "../src/index.js";

/** What the server does with a socket; it has received the frame, if the client sends one. */
type Script = (socket: NodeWebSocket, frame: string) => void;

/** The paths of the sockets that are refused in tests. */
const SOCKETS = ["/v1/sfdp/stream", "/v1/ws", "/api/ws"];

/** Why a server opens no socket. */
export interface Refused {
  status: number;
  /** The answer is an error of Lockstep with this code. Without it, the answer is a page of a proxy. */
  code?: string;
  /** Whether ordinary requests to the path are not refused in this way: the number of sockets is judged after them. */
  onlySockets?: boolean;
  /** Whether the connection of a refused socket is kept, as Lockstep keeps it. */
  isKept?: boolean;
  /** The seconds of `Retry-After` in the answer to a socket. */
  retryAfter?: number;
}

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
  /** So many requests for tickets and for renewals are refused with 429. */
  limited = { tickets: 0, renewals: 0 };
  /** So many requests for agents are refused because of their token. */
  refused = 0;
  /** How the socket of each ticket is refused, in order; the last from then on. */
  refusals: (Refused | undefined)[] = [];
  /** The number of tickets. */
  tickets = 0;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  /** The connections of refused sockets. */
  readonly #kept: Socket[] = [];

  private constructor(scripts: Script[], awaitsFrame: boolean) {
    this.#server = createServer(({ url = "", method }, response) => {
      this.requested.push(url);
      if (method === "GET" && SOCKETS.includes(url)) {
        const refused = this.#refused();
        const isUpgradeMissing = refused === undefined || refused.onlySockets;
        const { status, text } = page(isUpgradeMissing ? { status: 400, code: "INVALID_REQUEST" } : refused);
        response.writeHead(status).end(text);
        return;
      }
      if (url === "/api/auth/refresh" && this.lostRenewals > 0) {
        this.lostRenewals -= 1;
        response.destroy();
        return;
      }
      if (url === "/api/auth/refresh" && this.limited.renewals > 0) {
        this.limited.renewals -= 1;
        response.writeHead(429).end();
        return;
      }
      if (url === "/v1/ws/tickets" && this.limited.tickets > 0) {
        this.limited.tickets -= 1;
        response.writeHead(429).end();
        return;
      }
      if (url === "/v1/agents" && this.refused > 0) {
        this.refused -= 1;
        response.writeHead(401).end();
        return;
      }
      if (url.startsWith("/api/auth/")) {
        const name = `token ${this.requested.length}`;
        response.end(JSON.stringify({ access_token: name, refresh_token: name, expires_in: 3600 }));
        return;
      }
      this.tickets += 1;
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ ticket: "hidden-ticket", expiresAt: "2026-06-01T06:30:00.000Z" }));
    });
    this.#sockets = new WebSocketServer({
      server: this.#server,
      handleProtocols: () => "lockstep.v1",
      verifyClient: ({ req }, done) => {
        const refused = this.#refused();
        const { status, text } = page(refused ?? { status: 101 });
        if (refused?.isKept) {
          this.#kept.push(req.socket);
          const head = `HTTP/1.1 ${status} No\r\nContent-Length: ${text.length}\r\nx-request-id: req_1`;
          req.socket.write(`${head}\r\n\r\n${text}`);
          return;
        }
        const headers: Record<string, string> = { "x-request-id": "req_1" };
        if (refused?.retryAfter !== undefined) {
          headers["retry-after"] = String(refused.retryAfter);
        }
        done(refused === undefined, status, text, headers);
      },
    });
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

  #refused(): Refused | undefined {
    return this.refusals[Math.min(this.tickets, this.refusals.length) - 1];
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
    for (const socket of this.#kept) {
      socket.destroy();
    }
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Returns the status and the body of a refusal. */
function page({ status, code }: Refused): { status: number; text: string } {
  const parameter = code === "INVALID_REQUEST" ? "Upgrade" : "other";
  const details = { parameter, reason: "no" };
  const error = { code, message: "no", requestId: "req_1", details };
  if (status === 204) {
    return { status, text: "" };
  }
  return { status, text: code ? JSON.stringify({ error, status }) : "<html>proxy</html>" };
}

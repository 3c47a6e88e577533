import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a test server received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** A server that gives prepared answers, and the last of them from then on. */
export class FakeServer {
  readonly received: Received[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(...answers: Answer[]): Promise<FakeServer> {
    const server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (part: string) => {
        body += part;
      });
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const received = { method, url, headers, body };
        const answer = answers[Math.min(fake.received.length, answers.length - 1)]!;
        fake.received.push(received);
        answer(response, received);
      });
    });
    const fake = new FakeServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers with JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers with an error in Lockstep's shape. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const error = { code, message: "no", requestId: "req_1", details: { parameter: "type", reason: "no" } };
  return answer(status, { error, status }, headers);
}

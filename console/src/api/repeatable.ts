/** Requests that must take effect once, such as a purchase: one that is sent again after a lost answer repeats nothing. */
import { makeIdempotencyKey } from "@lockstep/client";

/** The server gives an aggregate and a read of bought data again for an hour after the use. */
export const ANSWER_LIFETIME_MS = 3_600_000;

/** Commands and runs are repeated on purpose: a later request for the same is a new one. */
export const RETRY_LIFETIME_MS = 120_000;

/** Chooses the `Idempotency-Key` of the requests of a form or a dialog. */
export class RepeatableRequest {
  #key: { text: string; inputs: string; madeAt: number } | undefined;
  readonly #lifetime: number;

  /** `lifetime` is the number of milliseconds after which the server no longer repeats the answer to a key. */
  constructor(lifetime = 86_400_000) {
    this.#lifetime = lifetime;
  }

  /**
   * Sends a request with the key of the attempt before, unless that attempt succeeded or had other inputs. A refused request
   * leaves no trace on the server, so its key serves again.
   */
  async send<Answer>(inputs: unknown, request: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> {
    const key = this.#keyOf(JSON.stringify(inputs));
    const answer = await request(key.text);
    if (this.#key === key) {
      this.#key = undefined;
    }
    return answer;
  }

  #keyOf(inputs: string): { text: string } {
    const now = Date.now();
    const last = this.#key;
    if (last && last.inputs === inputs && now - last.madeAt < this.#lifetime) {
      return last;
    }
    this.#key = { text: makeIdempotencyKey(), inputs, madeAt: now };
    return this.#key;
  }
}

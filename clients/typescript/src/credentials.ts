import type { components } from "./generated/schema.js";

/** The tokens of a sign-in. */
export type TokenPair = components["schemas"]["TokenPair"];

/** The credential of a client. */
export type Credential =
  | { apiKey: string }
  | { accessToken: string }
  | { username: string; password: string }
  | {
      refreshToken: string;
      /** Is called with each new pair: a refresh token works once, so store the newest. */
      onTokens: (tokens: TokenPair) => void | Promise<void>;
    };

/** The requests that a credential makes. */
export interface SignIn {
  signIn(username: string, password: string): Promise<TokenPair>;
  refresh(refreshToken: string): Promise<TokenPair>;
}

/** An access token is replaced this long before it expires. */
const EARLY_MS = 60_000;

/**
 * Holds the tokens of a credential, and gets new ones before the old ones expire. The secrets are in private fields,
 * so that no log of the client shows them.
 */
export class Tokens {
  readonly #credential: Credential | undefined;
  #pair: TokenPair | undefined;
  #freshUntil = 0;
  #renewal: Promise<string> | undefined;

  constructor(credential: Credential | undefined) {
    this.#credential = credential;
  }

  /** Whether a refused token can be replaced. */
  get isRenewable(): boolean {
    const credential = this.#credential;
    return credential !== undefined && ("username" in credential || "refreshToken" in credential);
  }

  /** The token of the newest requests, which may have expired. */
  get newest(): string | undefined {
    const credential = this.#credential;
    if (credential && "apiKey" in credential) {
      return credential.apiKey;
    }
    return credential && "accessToken" in credential ? credential.accessToken : this.#pair?.access_token;
  }

  /** Returns the token for the next request; undefined without a credential. */
  async current(requests: SignIn): Promise<string | undefined> {
    const credential = this.#credential;
    if (credential === undefined) {
      return undefined;
    }
    if ("apiKey" in credential) {
      return credential.apiKey;
    }
    if ("accessToken" in credential) {
      return credential.accessToken;
    }
    if (this.#pair && Date.now() < this.#freshUntil) {
      return this.#pair.access_token;
    }
    return this.renew(requests);
  }

  /** Gets new tokens; requests at the same time share one renewal. */
  renew(requests: SignIn, refused?: string): Promise<string> {
    const pair = this.#pair;
    if (refused !== undefined && pair && pair.access_token !== refused) {
      return Promise.resolve(pair.access_token); // Another request has renewed it.
    }
    this.#renewal ??= this.#renewed(requests).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewed(requests: SignIn): Promise<string> {
    const pair = await this.#nextPair(requests);
    this.#pair = pair;
    this.#freshUntil = Date.now() + Math.max(pair.expires_in * 1000 - EARLY_MS, pair.expires_in * 500);
    const credential = this.#credential;
    if (credential && "refreshToken" in credential) {
      await credential.onTokens(pair);
    }
    return pair.access_token;
  }

  async #nextPair(requests: SignIn): Promise<TokenPair> {
    const credential = this.#credential;
    const refreshToken =
      this.#pair?.refresh_token ??
      (credential && "refreshToken" in credential ? credential.refreshToken : undefined);
    const password = credential && "username" in credential ? credential : undefined;
    if (refreshToken !== undefined) {
      try {
        return await requests.refresh(refreshToken);
      } catch (error) {
        if (!password) {
          throw error;
        }
      }
    }
    if (!password) {
      throw new TypeError("this credential cannot be renewed");
    }
    return requests.signIn(password.username, password.password);
  }
}

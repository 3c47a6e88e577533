/** The files of this visit: one is sent at a time, in their order, also while other pages are shown. */
import { AuthenticationError, type Result } from "@lockstep/client";
import { useSyncExternalStore } from "react";
import { noteRefusal, queryClient } from "../../api/query";
import { importFile } from "../../api/upload";
import { onAccountChange } from "../../session";

export type ImportAnswer = Result<"importRecording">;

export interface QueuedFile {
  id: number;
  file: File;
  state:
    | { kind: "waiting" }
    | { kind: "sending"; share: number }
    | { kind: "done"; answer: ImportAnswer }
    | { kind: "failed"; error: unknown }
    | { kind: "canceled" };
}

/** The effects of a queue outside itself. */
export interface QueueEffects {
  send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<ImportAnswer>;
  /** Is called when a file has ended; `error` is undefined if it was imported or canceled. */
  onEnd: (error: unknown, isImported: boolean) => void;
  /** Is called when the queue begins or ends its work. */
  onBusy: (isBusy: boolean) => void;
}

/** Sends files one after the other. It has no component, so that its work continues when the page changes. */
export class ImportQueue {
  readonly #effects: QueueEffects;
  readonly #listeners = new Set<() => void>();
  #files: readonly QueuedFile[] = [];
  #next = 0;
  #running: { id: number; stop: AbortController } | undefined;
  #isBusy = false;

  constructor(effects: QueueEffects) {
    this.#effects = effects;
  }

  /** The files, the newest first. */
  readonly files = (): readonly QueuedFile[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly add = (added: Iterable<File>): void => {
    const fresh = [...added].map(
      (file): QueuedFile => ({ id: this.#next++, file, state: { kind: "waiting" } }),
    );
    this.#replace([...fresh.reverse(), ...this.#files]);
  };

  /** Puts a file that failed or was canceled back into the queue. */
  readonly retry = (id: number): void => this.#change(id, { kind: "waiting" });

  /** Stops the file that is sent, or takes a waiting one out of the queue. */
  readonly cancel = (id: number): void => {
    const state = this.#files.find((one) => one.id === id)?.state.kind;
    if (state === "waiting" || state === "sending") {
      this.#change(id, { kind: "canceled" });
      if (this.#running?.id === id) {
        this.#running.stop.abort();
      }
    }
  };

  /** Stops the work and forgets every file: another account must not see or import them. */
  readonly clear = (): void => {
    this.#replace([]);
    this.#running?.stop.abort();
  };

  #change(id: number, state: QueuedFile["state"]): void {
    this.#replace(this.#files.map((one) => (one.id === id ? { ...one, state } : one)));
  }

  #replace(files: readonly QueuedFile[]): void {
    this.#files = files;
    this.#begin();
    const isBusy = this.#running !== undefined;
    if (isBusy !== this.#isBusy) {
      this.#isBusy = isBusy;
      this.#effects.onBusy(isBusy);
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /** Sends the file that has waited longest, unless one is being sent. */
  #begin(): void {
    const waiting = this.#files.findLast((one) => one.state.kind === "waiting");
    if (this.#running || !waiting) {
      return;
    }
    const { id, file } = waiting;
    const stop = new AbortController();
    this.#running = { id, stop };
    this.#files = this.#files.map((one) => (one === waiting ? sending(one, 0) : one));
    const isCurrent = () => !stop.signal.aborted;
    const onProgress = (share: number) => isCurrent() && this.#change(id, { kind: "sending", share });
    this.#effects.send(file, onProgress, stop.signal).then(
      (answer) => this.#end(id, isCurrent() ? { kind: "done", answer } : undefined),
      (error: unknown) => this.#end(id, isCurrent() ? { kind: "failed", error } : undefined),
    );
  }

  /** Stores how a file ended; without a state it was canceled. */
  #end(id: number, state: QueuedFile["state"] | undefined): void {
    this.#running = undefined;
    const error = state?.kind === "failed" ? state.error : undefined;
    // Without a session every other file would be sent in vain.
    const isRefused = error instanceof AuthenticationError;
    const files = this.#files.map((one) => {
      const isEnded = one.id === id || (isRefused && one.state.kind === "waiting");
      return state && isEnded ? { ...one, state } : one;
    });
    this.#replace(files);
    this.#effects.onEnd(error, state?.kind === "done");
  }
}

function sending(file: QueuedFile, share: number): QueuedFile {
  return { ...file, state: { kind: "sending", share } };
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const queue = new ImportQueue({
  send: importFile,
  onEnd: (error, isImported) => {
    noteRefusal(error);
    queryClient.invalidateQueries(isImported ? {} : { queryKey: ["imports"] });
  },
  onBusy: (isBusy) => {
    if (isBusy) {
      window.addEventListener("beforeunload", warn);
    } else {
      window.removeEventListener("beforeunload", warn);
    }
  },
});
onAccountChange(queue.clear);

/** Returns the queue, and renders the component again when it changes. */
export function useImportQueue(): ImportQueue {
  useSyncExternalStore(queue.subscribe, queue.files);
  return queue;
}

/** The files of this visit: one is sent at a time, in their order. */
import type { Result } from "@lockstep/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { queryClient } from "../../api/query";
import { importFile } from "../../api/upload";

export type ImportAnswer = Result<"importRecording">;

export interface QueuedFile {
  id: number;
  file: File;
  state:
    | { kind: "waiting" }
    | { kind: "sending"; share: number }
    | { kind: "done"; answer: ImportAnswer }
    | { kind: "failed"; error: unknown };
}

export interface ImportQueue {
  files: readonly QueuedFile[];
  add: (files: Iterable<File>) => void;
  retry: (id: number) => void;
  isBusy: boolean;
}

export function useImportQueue(): ImportQueue {
  const [files, setFiles] = useState<QueuedFile[]>([]);
  const next = useRef(0);
  const ended = useRef(new AbortController());
  const begun = useRef(new WeakSet<QueuedFile>());
  const change = useCallback((id: number, state: QueuedFile["state"]) => {
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);
  const add = useCallback((added: Iterable<File>) => {
    const fresh = [...added].map(
      (file): QueuedFile => ({ id: next.current++, file, state: { kind: "waiting" } }),
    );
    setFiles((all) => [...fresh.reverse(), ...all]);
  }, []);
  const retry = useCallback((id: number) => change(id, { kind: "waiting" }), [change]);
  const isSending = files.some((one) => one.state.kind === "sending");
  const waiting = isSending ? undefined : files.findLast((one) => one.state.kind === "waiting");
  useEffect(() => {
    if (!waiting || begun.current.has(waiting)) {
      return;
    }
    begun.current.add(waiting);
    const { id, file } = waiting;
    change(id, { kind: "sending", share: 0 });
    importFile(file, (share) => change(id, { kind: "sending", share }), ended.current.signal).then(
      (answer) => {
        change(id, { kind: "done", answer });
        queryClient.invalidateQueries();
      },
      (error: unknown) => {
        change(id, { kind: "failed", error });
        queryClient.invalidateQueries({ queryKey: ["imports"] });
      },
    );
  }, [waiting, change]);
  useEffect(() => {
    if (!isSending) {
      return;
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isSending]);
  return { files, add, retry, isBusy: isSending };
}

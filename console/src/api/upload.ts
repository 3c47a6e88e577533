/** Sends files with their progress. `fetch` cannot report it over HTTP/1.1; `XMLHttpRequest` can. */
import { Lockstep, type Result } from "@lockstep/client";

/** A server may read a large export for hours; the person can cancel at any time. */
const LONGEST_MS = 24 * 3_600_000;

/** Returns a `fetch` that reports the share of the body that is sent. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? "GET", String(input));
      request.responseType = "blob";
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.setRequestHeader("Lockstep-Console", "1");
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.upload.onload = () => onProgress(1);
      request.onload = () => {
        const headers = new Headers();
        for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
          const [name = "", ...value] = line.split(": ");
          headers.append(name, value.join(": "));
        }
        const { status, statusText } = request;
        resolve(new Response(request.response as Blob, { status, statusText, headers }));
      };
      request.onerror = () => reject(new TypeError("the connection failed"));
      request.onabort = () => reject(init?.signal?.reason ?? new DOMException("aborted", "AbortError"));
      init?.signal?.throwIfAborted();
      init?.signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}

/** Imports a recording or an export. */
export function importFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<"importRecording">> {
  const client = new Lockstep({
    baseUrl: location.origin,
    fetch: fetchWithProgress(onProgress),
    timeout: LONGEST_MS,
    maxRetries: 0,
  });
  return client.fitness.importRecording({ file }, { signal });
}

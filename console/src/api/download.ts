/** Saves the answer of a request as a file. */
import type { Download } from "@lockstep/client";

/** Reads an answer while it arrives, and gives it to the browser to save. `onProgress` gets the bytes so far. */
export async function saveFile(
  answer: Download,
  name: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let received = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, out) {
        received += part.byteLength;
        onProgress(received);
        out.enqueue(part);
      },
    }),
  );
  // The browser keeps a large blob on the disk.
  const blob = await new Response(counted, { headers: { "Content-Type": answer.contentType } }).blob();
  saveBlob(blob, name);
}

/** Gives bytes to the browser to save. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to save when the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Moves the measurements of a series to another encryption mode: the page reads them and uploads them again. */
import type { Body, Result } from "@lockstep/client";
import type { StoredSeries } from "../../series";
import type { ModeName } from "./modes";

/** The modes that an upload can name. No request stores points of a device with a mode without a mode. */
export type TargetMode = Exclude<ModeName, "none">;
type Page = Pick<Result<"readPoints">, "data" | "nextCursor">;
type Upload = Pick<Body<"uploadPoints">, "data"> & { encryptionMode: TargetMode };

export const TARGETS: readonly TargetMode[] = ["Basic", "FHE", "ZK"];

/** Reads a page of the series, and stores points. */
export interface PointStore {
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;
  upload: (body: Upload, signal: AbortSignal) => Promise<unknown>;
}

/** Returns the modes to which a series can move. */
export function targetsOf(series: Pick<StoredSeries, "encryptionMode">): TargetMode[] {
  return TARGETS.filter((mode) => mode !== series.encryptionMode);
}

/**
 * Moves every point; `onProgress` gets the number of points so far. An upload replaces each point as a whole, so a move
 * that is interrupted or stopped by `signal` loses nothing and can be repeated.
 */
export async function moveSeries(
  store: PointStore,
  encryptionMode: TargetMode,
  onProgress: (moved: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let moved = 0;
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await store.read(cursor, signal);
    if (page.data.length > 0) {
      // The server chooses the ids of points.
      const upload = { data: page.data.map(({ id: _, ...point }) => point), encryptionMode };
      await store.upload(upload, signal);
      moved += page.data.length;
      onProgress(moved);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return moved;
}

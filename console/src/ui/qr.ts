/** Draws QR codes. The encoder is loaded only when a person wants a code. */
import { encode } from "uqr";

/** The blank edge that ISO/IEC 18004 demands, in modules. */
const QUIET_ZONE = 4;

/** A QR code as a path: a module is one unit wide. */
export interface QrDrawing {
  /** The width and the height, with the blank edge. */
  size: number;
  path: string;
}

/** Draws a text as a QR code that can be read with 15% of it damaged (error correction level M). */
export function drawQr(text: string): QrDrawing {
  const { data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.map((row, y) =>
    runs(row)
      .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
      .join(""),
  );
  return { size: data.length, path: path.join("") };
}

/** Returns the begin and the length of each run of dark modules. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) {
      last[1] += 1;
    } else if (isDark) {
      found.push([x, 1]);
    }
  });
  return found;
}

/** Returns a drawing as an SVG file. */
export function qrFile({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>
`;
}

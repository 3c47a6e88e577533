// Makes the pictures of docs/console.md small: Chromium scales a screenshot and writes it as WebP.
import { writeFileSync } from "node:fs";

const WIDTH = 960;

/** Writes a screenshot of a page as a WebP file. */
export async function savePicture(page, path) {
  const shot = await page.screenshot();
  const studio = await page.context().newPage();
  const webp = await studio.evaluate(
    async ([png, width]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = Math.min(width, image.width);
      canvas.height = Math.round((image.height * canvas.width) / image.width);
      const drawing = canvas.getContext("2d");
      drawing.imageSmoothingQuality = "high";
      drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", 0.75).split(",")[1];
    },
    [shot.toString("base64"), WIDTH],
  );
  await studio.close();
  writeFileSync(path, Buffer.from(webp, "base64"));
}

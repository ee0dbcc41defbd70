/** What a picture shows, as far as a test may ask: whether it shows anything. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const FOLDER = resolve(import.meta.dirname, '../../../target/screenshots');

/** Takes a picture of the page and keeps it for people to look at. */
export async function picture(page: Page, name: string): Promise<Buffer> {
  mkdirSync(FOLDER, { recursive: true });
  const png = await page.screenshot();
  writeFileSync(join(FOLDER, `${name}.png`), png);
  return png;
}

/** How many colours a picture has, of 4096. A table has hundreds, an empty page a few. */
export async function colours(browser: Browser, png: Buffer): Promise<number> {
  const page = await browser.newPage();
  // A list of numbers would take seconds on its way.
  const found = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const brush = canvas.getContext('2d')!;
    brush.drawImage(bitmap, 0, 0);
    const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4) {
      seen.add(((data[i]! >> 4) << 8) | ((data[i + 1]! >> 4) << 4) | (data[i + 2]! >> 4));
    }
    return seen.size;
  }, png.toString('base64'));
  await page.close();
  return found;
}

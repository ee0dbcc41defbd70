/** What a picture shows, as far as a test may ask: whether it shows anything. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

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

async function themed(page: Page, theme: 'day' | 'night'): Promise<void> {
  await page.evaluate((wanted) => (document.documentElement.dataset['theme'] = wanted), theme);
}

const SIZES = [[390, 844], [1280, 800], [1920, 1080], [3840, 2160]].map(([width, height]) => ({ width: width!, height: height! }));

/** Takes pictures of a page in all widths and both themes, and expects no line to be too long for it. */
export async function pictures(page: Page, name: string): Promise<void> {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    for (const theme of ['night', 'day'] as const) {
      await themed(page, theme);
      await picture(page, `${name}-${viewport.width}-${theme}`);
    }
  }
  await page.setViewportSize(SIZES[1]!);
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
};

/** What axe finds on a whole page, in the light and in the dark theme; empty where all is well. */
export const violationsOn = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = [];
  // Through the debugger, past the page's policy, which forbids scripts of others.
  await page.evaluate(axeSource);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
    for (const { id, nodes } of violations)
      for (const { html, failureSummary = '' } of nodes) found.push(`${theme}: ${id}: ${html}: ${failureSummary}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
};

/** By how many pixels the page is wider than its window at 320 px; 0 where nothing has to be scrolled sideways. */
export const overflowAt320 = async (page: Page): Promise<number> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (before) await page.setViewportSize(before);
  return overflow;
};

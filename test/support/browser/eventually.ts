import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Waits up to 30 s until an expression has a value on a page; returns the last value. `waitForFunction` needs a content security policy that allows `eval`. */
export const eventually = async (page: Page, expression: string, wanted: unknown): Promise<unknown> => {
  const end = performance.now() + 30_000;
  for (;;) {
    const value = await page.evaluate<unknown>(expression);
    if (value === wanted || performance.now() > end) return value;
    await setTimeout(25);
  }
};

/** Takes a page's connection away or gives it back, and waits until its requests go so: they come to the network process by another way than this does. */
export const setOnline = async (page: Page, isOnline: boolean): Promise<void> => {
  await page.context().setOffline(!isOnline);
  await eventually(page, `fetch('/api/health', { cache: 'no-store' }).then(() => true, () => false)`, isOnline);
};

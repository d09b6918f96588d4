import type { Browser, CDPSession, Page } from 'playwright-core';
import { openPage } from '../../test/support/browser/open-browser.ts';

/** The network and the processor of a phone on slow mobile data. */
export type Conditions = {
  readonly bitsPerSecond: number;
  /** From sending a request to the first byte of its response, beside the time of the service. */
  readonly roundTripMs: number;
  /** How many times slower the processor is than that of the machine. */
  readonly slowdown: number;
};

/** One load of a page in a browser that has nothing of it yet, until nothing more is loaded. */
export type PageLoad = {
  readonly requests: number;
  /** Of all that was requested until the page was complete: headers and compressed bodies (gzip), without fonts. */
  readonly bytesUntilComplete: number;
  /** The same with the files of other pages, which are loaded afterwards. */
  readonly bytes: number;
  readonly fontBytes: number;
  /** Milliseconds from the start of the navigation until the largest element was painted. */
  readonly largestPaint: number;
  /** Milliseconds of processor time that the page's thread took until it was complete: it hardly depends on what else the machine does. */
  readonly threadTime: number;
  /** Cumulative layout shift: the sum of all shifts. */
  readonly layoutShift: number;
};

export type Address = {
  readonly url: string;
  readonly path: string;
  /** Signed out without it. */
  readonly token?: string;
  /** Matches when the page is complete. */
  readonly complete: string;
};

/** How long nothing is requested once a page is complete: longer than the wait before the files of other pages are loaded. */
const quietMs = 3_500;

const observers = `
  globalThis.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.paint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });`;

const throttle = async (session: CDPSession, { bitsPerSecond, roundTripMs, slowdown }: Conditions): Promise<void> => {
  const bytesPerSecond = bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};

type Transfer = { readonly isFont: boolean; bytes: number };

const bytesOf = (transfers: readonly Transfer[], wanted: 'fonts' | 'others'): number =>
  transfers.filter(({ isFont }) => isFont === (wanted === 'fonts')).reduce((sum, { bytes }) => sum + bytes, 0);

/** Counts what the page loads. */
const countRequests = async (session: CDPSession) => {
  const count = { requests: new Map<string, Transfer>(), lastAt: performance.now() };
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!request.url.startsWith('http')) return;
    count.lastAt = performance.now();
    count.requests.set(requestId, { isFont: type === 'Font' || request.url.endsWith('.woff2'), bytes: 0 });
  });
  const setBytes = (requestId: string, bytes: (before: number) => number) => {
    count.lastAt = performance.now();
    const transfer = count.requests.get(requestId);
    if (transfer) transfer.bytes = bytes(transfer.bytes);
  };
  // A stream whose reader has what it needs may never be finished.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    setBytes(requestId, (before) => before + encodedDataLength),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    setBytes(requestId, () => encodedDataLength),
  );
  await session.send('Network.enable');
  return count;
};

const untilQuiet = async (page: Page, count: { readonly lastAt: number }): Promise<void> => {
  while (performance.now() - count.lastAt < quietMs) await page.waitForTimeout(100);
};

const threadTimeOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};

/** Loads a page in a new browser context under the conditions. */
export const loadPage = async (browser: Browser, address: Address, conditions: Conditions): Promise<PageLoad> => {
  const { page, context } = await openPage(browser, address.url);
  try {
    const session = await context.newCDPSession(page);
    await context.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
    const count = await countRequests(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await throttle(session, conditions);
    const { token } = address;
    const signIn = token === undefined ? '' : `localStorage.setItem('precedent.token', ${JSON.stringify(token)});`;
    await context.addInitScript(signIn + observers);
    await page.goto(address.path, { waitUntil: 'commit' });
    await page.locator(address.complete).first().waitFor({ timeout: 120_000 });
    const untilComplete = [...count.requests.values()];
    const threadTime = await threadTimeOf(session);
    await untilQuiet(page, count);
    const { paint, shift } = await page.evaluate<{ paint: number; shift: number }>('globalThis.seen');
    const all = [...count.requests.values()];
    return {
      requests: all.length,
      bytesUntilComplete: bytesOf(untilComplete, 'others'),
      bytes: bytesOf(all, 'others'),
      fontBytes: bytesOf(all, 'fonts'),
      largestPaint: paint,
      threadTime,
      layoutShift: shift,
    };
  } finally {
    await context.close();
  }
};

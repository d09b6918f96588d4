import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { call, newCollection, newUser } from '../../test/support/api.ts';
import { builtUi } from '../../test/support/browser/built-ui.ts';
import { openBrowser } from '../../test/support/browser/open-browser.ts';
import { startService } from '../../test/support/service.ts';
import { type Address, type Conditions, loadPage, type PageLoad } from './page-loads.ts';
import { type Section, sectionText } from './report.ts';

const usage = `Usage: npm run bench:ui -- [--loads 5] [--round-trip 150] [--smoke]

Loads the sign-in page and a search by its address in a real browser that has nothing of the interface yet, at 1.6 Mbit/s with a processor four times
slower, and prints requests, bytes (gzip), the largest contentful paint and the layout shift, with their goals.
  --loads       loads of each page; the median of each figure is printed (5)
  --round-trip  milliseconds from a request to its response, beside the time of the service (150)
  --smoke       one load of each page without throttling: only checks that the bench works`;

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '5' },
    'round-trip': { type: 'string', default: '150' },
    smoke: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const loads = values.smoke ? 1 : Number(values.loads);
const conditions: Conditions = values.smoke
  ? { bitsPerSecond: 100_000_000, roundTripMs: 0, slowdown: 1 }
  : { bitsPerSecond: 1_600_000, roundTripMs: Number(values['round-trip']), slowdown: 4 };

const query = encodeURIComponent('Деньги за один заказ сняли два раза, что делать?');

/** A service with the example tickets: the addresses that are measured, with their goals in requests and seconds. */
const startPages = async () => {
  const service = await startService();
  const { url } = service;
  const user = await newUser(url);
  const id = await newCollection(url, user);
  const tickets = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly unknown[];
  await call(url, `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  const login = { url, path: '/login', complete: 'kb-sign-in-page wa-input' };
  const search = {
    url,
    path: `/collections/${id}#q=${query}`,
    token: user.token,
    complete: 'kb-answer kb-copy-button',
  };
  return {
    pages: [
      { title: 'Sign-in page', address: login, goals: { requests: 12, seconds: 1.8, kilobytes: 95 } },
      {
        title: 'Search, opened by its address',
        address: search,
        goals: { requests: 16, seconds: 2.4, kilobytes: 150 },
      },
    ] as const,
    stop: async () => {
      await service.stop();
      rmSync(service.folder, { recursive: true, force: true });
    },
  };
};

type Goals = { readonly requests: number; readonly seconds: number; readonly kilobytes: number };

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const sectionOf = (title: string, all: readonly PageLoad[], goals: Goals): Section => {
  const middle = (figure: (load: PageLoad) => number) => median(all.map(figure));
  return {
    title,
    lines: [
      { name: 'requests', value: middle(({ requests }) => requests), unit: '', goal: { most: goals.requests } },
      {
        name: 'until complete, gzip, without fonts',
        value: middle(({ bytesUntilComplete }) => bytesUntilComplete) / 1_000,
        unit: 'kB',
        goal: { most: goals.kilobytes },
      },
      { name: 'with the files of other pages', value: middle(({ bytes }) => bytes) / 1_000, unit: 'kB' },
      { name: 'fonts', value: middle(({ fontBytes }) => fontBytes) / 1_000, unit: 'kB' },
      {
        name: "processor time of the page's thread",
        value: middle(({ threadTime }) => threadTime) / 1_000,
        unit: 's',
      },
      {
        name: 'largest contentful paint',
        value: middle(({ largestPaint }) => largestPaint) / 1_000,
        unit: 's',
        goal: { most: goals.seconds },
      },
      {
        name: 'cumulative layout shift',
        value: middle(({ layoutShift }) => layoutShift),
        unit: '',
        goal: { most: 0.1 },
      },
    ],
  };
};

const measure = async (browser: Browser, address: Address): Promise<readonly PageLoad[]> => {
  const all: PageLoad[] = [];
  for (let turn = 0; turn < loads; turn += 1) all.push(await loadPage(browser, address, conditions));
  return all;
};

const run = async () => {
  const { bitsPerSecond, roundTripMs, slowdown } = conditions;
  console.log(
    `${bitsPerSecond / 1e6} Mbit/s, ${roundTripMs} ms a round trip, processor ${slowdown} times slower; ${loads} loads`,
  );
  await builtUi();
  const { pages, stop } = await startPages();
  const browser = await openBrowser();
  try {
    for (const { title, address, goals } of pages)
      console.log(`\n${sectionText(sectionOf(title, await measure(browser, address), goals))}`);
  } finally {
    await browser.close();
    await stop();
  }
};

if (values.help || !(loads >= 1) || !(conditions.roundTripMs >= 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else await run();

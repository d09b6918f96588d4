import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { filledCollection, requireOk } from '../support/stored-tickets.ts';

/** Run by `npm run soak`: lists of one tenant in a loop must not be felt by the searches of another. */

/** Waits in ms of a search each 100 ms until `work` has ended: of half of them, and of all but one in a hundred. */
const waitsDuring = async (ask: () => Promise<unknown>, work: () => Promise<unknown>) => {
  const waits: Promise<number>[] = [];
  const timer = setInterval(() => {
    const start = performance.now();
    waits.push(ask().then(() => performance.now() - start));
  }, 100);
  await work();
  clearInterval(timer);
  const sorted = (await Promise.all(waits)).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
};

const listed = 20_000;

test.serial(
  `lists of ${listed} tickets in a loop, by words, times and 49 categories, leave others their searches`,
  async (t) => {
    t.timeout(3_600_000);
    const service = await startService({ TENANT_CHANGES_PER_DAY: '0' });
    t.teardown(() => service.kill());
    const [home, other] = [await filledCollection(service.url, []), await filledCollection(service.url)];
    for (const about of ['принтер', 'сканер'])
      for (let first = 0; first < listed; first += 1_000) {
        const tickets = Array.from({ length: 1_000 }, (_, index) => ({
          ...{ ...goodTicket(first + index), category: `к${index % 60}`, resolved_at: '2023-01-01' },
          description: `Не работает ${about} ${first + index}`,
        }));
        requireOk(await home.ask('POST /tickets?on_duplicate=update', { body: { tickets } }));
      }
    const ask = () => other.search('не работает оплата');
    const categories = Array.from({ length: 49 }, (_, index) => `category=${encodeURIComponent(`к${index}`)}`).join(
      '&',
    );
    const words = `sort=changed&text=${encodeURIComponent('не работает сканер')}`;
    const quiet = await waitsDuring(ask, () => setTimeout(10_000));
    const figures: Record<string, { p50: number; p99: number }> = {};
    for (const [name, query] of Object.entries({
      words,
      ...{
        'time and categories': `resolved_after=2020-01-01&${categories}`,
        'words and categories': `${words}&${categories}`,
      },
    }))
      for (const [clients, most] of [
        [2, 3],
        [10, 5],
      ] as const) {
        const end = Date.now() + 10_000;
        const during = await waitsDuring(ask, () =>
          Promise.all(
            Array.from({ length: clients }, async () => {
              while (Date.now() < end) requireOk(await home.ask(`GET /tickets?limit=100&${query}`));
            }),
          ),
        );
        figures[`${name}, ${clients} at a time`] = during;
        // Below that, what one turn of the processor to somebody else takes.
        t.true(during.p99 <= Math.max(most * quiet.p99, 100), `${name}, ${clients}`);
      }
    t.log({ quiet, ...figures });
  },
);

import type { BenchService } from './bench-service.ts';
import { closedLoop, percentile, type Timing } from './latencies.ts';
import type { Section } from './report.ts';

type ListPlan = Pick<Timing, 'seconds' | 'warmUpSeconds'> & { readonly size: number; readonly collectionId: string };

type Page = { readonly tickets: readonly unknown[]; readonly next: string | null };

/** The largest median of a page of 50 tickets, in ms. */
const maxPageMs = 20;

/** Lists of one collection, as parameters of a page; `after` is a position in the middle of the collection. */
const listsOf = (after: string): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  'the newest tickets': {},
  'a page in the middle': { after },
  'last changed first': { sort: 'changed', state: 'active' },
  'of one category': { category: 'Доставка' },
  'of one category, a page in the middle': { category: 'Доставка', after },
  'with a common word': { text: 'ошибка' },
  'with a common word, a page in the middle': { text: 'ошибка', after },
  'with three words': { text: 'ошибка карточки сохранить' },
  'with three words, of one category': { text: 'ошибка карточки сохранить', category: 'Доставка' },
  'with the beginning of an id': { text: 'B-77' },
  // A ninth of them, of which a list of the newest meets none for long.
  'with the beginning of many old ids': { text: 'B-1' },
  'withdrawn, of which there are none': { state: 'withdrawn' },
});

/** Asks for pages of a collection's tickets, one after the other, and for its categories. */
export const measureLists = async (
  service: BenchService,
  { size, collectionId, seconds, warmUpSeconds }: ListPlan,
): Promise<Section> => {
  const { url, token } = service.target(collectionId);
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/collections/${collectionId}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  await service.stores.settled();
  const newest = (await get('tickets?limit=1')) as Page;
  const oldest = await oldestPosition(get, BigInt(newest.next ?? 0));
  const middle = (BigInt(newest.next ?? 0) + oldest) / 2n;
  const paths = Object.entries(listsOf(String(middle))).map(
    ([name, parameters]) =>
      [name, `tickets?${new URLSearchParams({ limit: '50', ...parameters }).toString()}`] as const,
  );
  // A server compiles the code of a kind of list while it answers the first hundreds.
  const timing = { clients: 1, seconds: seconds / 4, warmUpSeconds };
  const lines: Section['lines'][number][] = [];
  for (const [name, path] of [...paths, ['counts of categories and states', 'categories'] as const]) {
    const latencies = await closedLoop(() => get(path), timing);
    lines.push(
      { name: `${name}, p50`, value: percentile(latencies, 0.5), unit: 'ms', goal: { most: maxPageMs } },
      { name: `${name}, p99`, value: percentile(latencies, 0.99), unit: 'ms' },
    );
  }
  return { title: `Lists of ${size} tickets, over HTTP`, lines };
};

/** A position near that of the oldest ticket, found by halving: a log numbers its events or its bytes. */
const oldestPosition = async (get: (path: string) => Promise<unknown>, newest: bigint): Promise<bigint> => {
  let [low, high] = [0n, newest];
  while (high - low > newest / 1_000n + 1n) {
    const middle = (low + high) / 2n;
    const { tickets } = (await get(`tickets?limit=1&after=${middle}`)) as Page;
    if (tickets.length > 0) high = middle;
    else low = middle;
  }
  return high;
};

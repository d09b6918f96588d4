import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchService, type Target } from './bench-service.ts';
import { embeddedStores } from './bench-stores.ts';
import { benchQuery } from './bench-tickets.ts';
import { type Latencies, percentile } from './latencies.ts';
import { load } from './load.ts';
import { forgetPeak, memoryOf, peakMemoryOf } from './process-memory.ts';

/**
 * What backtests cost the service that they run in: to be run as `node scripts/bench/backtest-costs.ts [--tickets 100000] [--questions 2000] [--model local-1]`.
 * With another model all tickets are embedded on the way.
 */

/** One in so many has a verdict. */
const judgedShare = 4;
const rate = 25;

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '2000' },
    model: { type: 'string', default: 'local-1' },
  },
});
const [tickets, questions] = [Number(values.tickets), Number(values.questions)];

const ask = async ({ url, token, collectionId }: Target, number: number): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ collection_id: collectionId, query: benchQuery(number) });
  const found = await fetch(`${url}/api/search`, { method: 'POST', headers, body });
  const { sources } = (await found.json()) as { readonly sources: readonly { readonly ticket_id: string }[] };
  if (number % judgedShare > 0) return;
  const verdict = JSON.stringify({ helped: true, ticket_id: sources[0]?.ticket_id ?? null });
  const address = `${url}/api/answers/${found.headers.get('Answer-Id') ?? ''}/verdict`;
  const judged = await fetch(address, { method: 'PUT', headers, body: verdict });
  if (!judged.ok) throw new Error(`The verdict was answered ${judged.status}`);
};

const backtest = async (folder: string, collectionId: string, more: readonly string[]): Promise<string> => {
  const wanted = ['--collection', collectionId, '--questions', String(questions), ...more];
  const child = spawn(process.execPath, ['scripts/backtest.ts', ...wanted], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The backtest ended with ${code}: ${printed}`);
  return printed;
};

const told = (latencies: Latencies): string =>
  `${[0.5, 0.99].map((share) => percentile(latencies, share).toFixed(1)).join(', ')} ms`;

const service = await benchService(await embeddedStores());
try {
  const collectionId = await service.newCollection();
  await load({ kind: 'upload', ...service.target(collectionId), from: 0, count: tickets, perRequest: 10_000 });
  for (let number = 0; number < questions; number += 1) await ask(service.target(collectionId), number);
  // A first start would hide the growth behind what uploads have left.
  await service.stop();
  await service.start();
  const [{ pid }, target] = [service.running(), service.target(collectionId)];
  const searching = { kind: 'open loop', ...target, rate, headers: { 'Do-Not-Record': '1' } } as const;
  console.log(`search before, p50 and p99: ${told(await load({ ...searching, seconds: 10 }))}`);
  const backtests = [
    { more: [], seconds: 10 },
    { more: ['--threshold', '1.5'], seconds: 10 },
    { more: ['--model', values.model], seconds: 60 },
  ];
  for (const { more, seconds } of backtests) {
    await setTimeout(5_000);
    const before = memoryOf(pid) ?? 0;
    forgetPeak(pid);
    const start = performance.now();
    const timed = async () => {
      const printed = await backtest(service.folder, collectionId, more);
      return { printed, took: (performance.now() - start) / 1_000 };
    };
    const [{ printed, took }, latencies] = await Promise.all([timed(), load({ ...searching, seconds })]);
    const grown = (peakMemoryOf(pid) ?? 0) - before;
    console.log(
      `backtest ${more.join(' ')}: ${took.toFixed(1)} s, memory ${before.toFixed(0)} MB and ${grown.toFixed(0)} more`,
    );
    console.log(`search beside it, p50 and p99: ${told(latencies)}`);
    console.log(printed.slice(printed.lastIndexOf(' questions of the last')));
  }
} finally {
  await service.remove();
}

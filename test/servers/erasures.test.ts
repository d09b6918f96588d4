import test, { type ExecutionContext } from 'ava';
import { type ErasureStep, erasureSteps } from '../../src/domain/erasure-events.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { goodTicket } from '../support/api.ts';
import type { Proposed } from '../support/eventstoredb-double/log.ts';
import { type Kill, type Moment, openKilledService, until } from '../support/killed-service.ts';
import { onServers, sizeOnServers } from '../support/server-stores.ts';
import { type Erasure, idsOf, requireOk, withTag } from '../support/stored-tickets.ts';
import {
  documentsWith,
  eventsWith,
  filesWith,
  indexFolders,
  rareCorrection,
  rareTicket,
  tracesOf,
} from '../support/traces.ts';

const dataOf = ({ data }: Proposed) => JSON.parse(Buffer.from(data).toString()) as { readonly step?: string };

const requested: Moment = {
  name: 'its request is durable and not answered',
  at: 'after append',
  isMeant: (events) => events.some(({ type }) => type === 'ErasureRequested'),
};
const halfErased: Moment = { name: 'the first of its streams is erased', at: 'after tombstone' };
const proof = (step: ErasureStep, at: 'before append' | 'after append'): Moment => ({
  name: `${step} is done and ${at === 'before append' ? 'not recorded' : 'recorded'}`,
  at,
  isMeant: (events) => events.some((event) => event.type === 'ErasureProven' && dataOf(event).step === step),
});

/** In the order of the work: the texts of a ticket decide which questions stay, and are read before its stream is erased. */
const workedSteps: readonly ErasureStep[] = [...new Set<ErasureStep>(['hidden', 'answers', ...erasureSteps])];

/** Every step, before and after what it has seen is durable. */
const everyMoment = [
  requested,
  ...workedSteps.flatMap((step) => [
    ...(step === 'event_log' ? [halfErased] : []),
    proof(step, 'before append'),
    proof(step, 'after append'),
  ]),
];
/** In the gate: in the midst of the log, and between the index and the log. */
const someMoments = [halfErased, proof('index', 'before append')];
const isWhole = sizeOnServers(1, 0) === 1;

const others = Array.from({ length: 12 }, (_, index) => goodTicket(index));
const path = (word: string) => `/tickets/${encodeURIComponent(`номер-${word}`)}`;

/** A service with a rare ticket for each word, and where its stores hold a word in the bytes that they keep. */
const open = async (t: ExecutionContext, words: readonly string[]) => {
  const opened = await openKilledService(t);
  const { ask, double, db, elastic, processes } = opened;
  requireOk(await ask('POST /tickets', { body: { tickets: [...others, ...words.map(rareTicket)] } }));
  for (const word of words) {
    const body = { problem: rareCorrection(word) };
    requireOk(await ask(`PUT ${path(word)}`, { body, headers: withTag(1) }));
  }
  const traces = async (word: string) => ({
    log: eventsWith(double.log, word),
    documents: await documentsWith(db, word),
    index: (await indexFolders(elastic.client, elastic.prefix)).flatMap((folder) => filesWith(folder, word)),
    folders: processes.flatMap(({ folder }) => filesWith(folder, word)),
  });
  return { ...opened, traces };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** The erasure with a number, once it waits for a scavenge, or is proven. */
const erasureOf = ({ ask }: Opened, number: number, state: 'waiting' | 'proven'): Promise<Erasure> =>
  until(`Erasure ${number} is not ${state}`, async () => {
    const { erasures } = (await ask('GET /erasures?limit=1')).body as { erasures: readonly Erasure[] };
    if (erasures[0]?.number !== number) return undefined;
    const { body } = await ask(`GET /erasures/${erasures[0].id}`);
    return (body as Erasure).state === state ? (body as Erasure) : undefined;
  });

/** Has a ticket erased by a process that is killed. Returns the erasure. */
const eraseThroughKill = async (opened: Opened, index: number, kill: Kill) => {
  const isLast = kill.name.startsWith('log_disk');
  await opened.killAt(kill, async () => {
    await opened.ask('POST /erasures', { body: { ticket_ids: [`номер-${wordOf(index)}`] } });
    if (!isLast) return;
    await erasureOf(opened, index + 1, 'waiting');
    opened.double.log.scavenge();
  });
  return erasureOf(opened, index + 1, isLast ? 'proven' : 'waiting');
};

/** Another word for each, all letters: what a digit follows is no word. */
const wordOf = (index: number): string => `Яшм${String.fromCodePoint(0x430 + index)}`;

const nowhere = { log: [], documents: [], index: [], folders: [] };

const survives = async (t: ExecutionContext, kills: readonly Kill[]) => {
  t.timeout(1_800_000);
  const words = kills.map((_, index) => wordOf(index));
  const opened = await open(t, words);
  const { double, ask, traces, collection } = opened;
  for (const trace of tracesOf(wordOf(0))) {
    const { log, index } = await traces(trace);
    t.true(log.length > 0 && index.length > 0, trace);
  }
  const erasures: Erasure[] = [];
  for (const [index, kill] of kills.entries()) {
    const began = performance.now();
    erasures.push(await eraseThroughKill(opened, index, kill));
    t.log(`${kill.name}: ended ${Math.round((performance.now() - began) / 1_000)} s after its request`);
  }
  double.log.scavenge();
  for (const [index, { id }] of erasures.entries()) {
    const { name = '' } = kills[index] ?? {};
    const look = async () => (await ask(`GET /erasures/${id}`)).body as Erasure;
    const { steps } = await until(name, async () => ((await look()).state === 'proven' ? look() : undefined));
    t.deepEqual(
      steps.map(({ state }) => state),
      [...erasureSteps.map(() => 'verified'), 'outside'],
    );
    const events = double.log.visible(streamOf.erasure(collection, id)) ?? [];
    t.deepEqual(
      events.map((event) => dataOf(event).step ?? event.type),
      ['ErasureRequested', ...workedSteps],
      name,
    );
    t.is((await ask(`GET ${path(words[index] ?? '')}`)).status, 410);
  }
  for (const trace of words.flatMap(tracesOf)) t.deepEqual(await traces(trace), nowhere, trace);
  const left = others.map(({ ticket_id: id }) => String(id));
  t.deepEqual(idsOf(await ask('GET /tickets?limit=100')).toSorted(), left.toSorted());
  const again = await ask('POST /tickets', { body: { tickets: words.map(rareTicket) } });
  t.like(again.body, { processed: 0, skipped: words.length });
};

if (onServers) {
  const kills = isWhole ? everyMoment : someMoments;
  test.serial('an erasure is finished after kill -9 in each step, and no byte of a server has the texts', (t) =>
    survives(
      t,
      kills.map((moment) => ({ ...moment, takesOver: !isWhole && moment === halfErased })),
    ),
  );

  if (isWhole) {
    test.serial('an erasure is finished by the process beside one that kill -9 ends in any step', (t) =>
      survives(
        t,
        kills.map((moment) => ({ ...moment, takesOver: true })),
      ),
    );
  }
} else {
  test.skip('the suite of erasures that are killed runs where TEST_STORES is servers', () => undefined);
}

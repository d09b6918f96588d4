import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { type Service, startService } from '../support/service.ts';
import { historyOf } from '../support/stored-tickets.ts';

/** `npm run soak` takes 300. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5);
const ticketsARound = 120;
const parts = 6;
const partSize = ticketsARound / parts;
const undoneARound = 400;

type Ask = (endpoint: string, more?: object) => Promise<{ readonly status: number; readonly body: unknown }>;

/** What is begun in each round some time before the kill, and looked at after the restart. */
type Work = {
  /** Milliseconds before the kill at which it begins at the earliest. */
  readonly earliestMs: number;
  readonly prepare: (round: number) => Promise<Round>;
  /** In how many rounds it was cut off. */
  readonly cutOff: () => number;
  /** After the last round. */
  readonly finish: () => Promise<void>;
};
type Round = {
  readonly begin: () => void;
  /** What clients can see of it shortly before the kill. */
  readonly look?: () => Promise<void>;
  readonly verify: () => Promise<void>;
};

/** Requests about a new collection to a service that is started again and again. */
const clientOf = async (service: () => Service) => {
  const user = await newUser(service().url);
  const collection = await newCollection(service().url, user);
  const ask: Ask = (endpoint, more = {}) => {
    const [method, path] = endpoint.split(' ');
    return call(service().url, `${method} /api/collections/${collection}${path}`, { credential: user.token, ...more });
  };
  const search = async (query: string) => {
    const body = { collection_id: collection, query, generate_answer: false };
    const found = await call(service().url, 'POST /api/search', { credential: user.token, body });
    return (found.body as { sources: readonly unknown[] }).sources;
  };
  return { ask, search };
};

const ticketsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => goodTicket(from + index));

/** Sends the tickets of a round in several uploads side by side; returns the ids of the tickets that were acknowledged before the service died. */
const uploadParts = async (ask: Ask, from: number, uploads: readonly string[]): Promise<readonly number[]> => {
  const acknowledged: number[] = [];
  await Promise.all(
    uploads.map(async (uploadId, part) => {
      const tickets = ticketsFrom(from + part * partSize, partSize);
      try {
        const { status } = await ask('POST /tickets', { body: { tickets }, headers: { 'Upload-Id': uploadId } });
        if (status === 200) acknowledged.push(...tickets.map(({ ticket_id: id }) => Number(id)));
      } catch (error) {
        // The connection broke with the service: nothing was acknowledged.
        if (!(error instanceof TypeError)) throw error;
      }
    }),
  );
  return acknowledged;
};

/** The uploads of the service that died are interrupted, and not said to run, as soon as it is there again. */
const noneRuns = async (ask: Ask) => {
  for (;;) {
    const { body } = await ask(`GET /uploads?limit=${parts}`);
    const { uploads } = body as { uploads: readonly { readonly state: string }[] };
    if (uploads.every(({ state }) => state !== 'running')) return;
    await setTimeout(20);
  }
};

const countOf = async (ask: Ask) => ((await ask('GET ')).body as { ticket_count: number }).ticket_count;

/** Uploads side by side, which take about as long as their earliest begin, so that some are cut off and some are not. */
const uploading = (ask: Ask, verify: (round: Uploaded) => Promise<void>): Omit<Work, 'finish'> => {
  let cutOff = 0;
  return {
    earliestMs: 400,
    prepare: (round) => {
      const uploads = Array.from({ length: parts }, () => randomUUID());
      const from = round * ticketsARound;
      let sent: Promise<readonly number[]> = Promise.resolve([]);
      return Promise.resolve({
        begin: () => {
          sent = uploadParts(ask, from, uploads);
          // It is looked at by `verify`.
          sent.catch(() => undefined);
        },
        verify: async () => {
          const acknowledged = await sent;
          if (acknowledged.length < ticketsARound) cutOff += 1;
          await verify({ round, from, uploads, acknowledged });
        },
      });
    },
    cutOff: () => cutOff,
  };
};
type Uploaded = {
  readonly round: number;
  readonly from: number;
  readonly uploads: readonly string[];
  readonly acknowledged: readonly number[];
};

/** Nothing that was acknowledged is lost, and a repeat stores exactly the rest. */
const repeatedUploads = (t: ExecutionContext, ask: Ask): Work => {
  const upload = async (ids: readonly number[]) => {
    const { status, body } = await ask('POST /tickets', { body: { tickets: ids.map((id) => goodTicket(id)) } });
    t.is(status, 200);
    return body;
  };
  const work = uploading(ask, async ({ round, from, acknowledged }) => {
    const stored = (await countOf(ask)) - from;
    t.true(stored >= acknowledged.length && stored <= ticketsARound, `round ${round}: ${stored} stored`);
    await noneRuns(ask);
    if (acknowledged.length > 0) t.like(await upload(acknowledged), { processed: 0, skipped: acknowledged.length });
    t.deepEqual(await upload(Array.from({ length: ticketsARound }, (_, index) => from + index)), {
      processed: ticketsARound - stored,
      skipped: stored,
      collection_ticket_count: from + ticketsARound,
    });
  });
  return { ...work, finish: async () => void t.is(await countOf(ask), rounds * ticketsARound) };
};

/** Uploads that go on with their ids are answered as if nothing had been. */
const continuedUploads = (t: ExecutionContext, ask: Ask): Work => {
  const work = uploading(ask, async ({ from, uploads }) => {
    await noneRuns(ask);
    for (const [part, uploadId] of uploads.entries()) {
      const tickets = ticketsFrom(from + part * partSize, partSize);
      const { status, body } = await ask('POST /tickets', { body: { tickets }, headers: { 'Upload-Id': uploadId } });
      t.is(status, 200);
      t.like(body, { processed: partSize, skipped: 0 });
      t.like((await ask(`GET /uploads/${uploadId}`)).body, {
        ...{ state: 'finished', total: partSize, outcomes: { stored: partSize, duplicate: 0 } },
      });
    }
  });
  return { ...work, finish: async () => void t.is(await countOf(ask), rounds * ticketsARound) };
};

/** An undo goes on by itself, and hides every ticket once. */
const undos = (t: ExecutionContext, ask: Ask): Work => {
  let cutOff = 0;
  const prepare = async (round: number): Promise<Round> => {
    const from = round * undoneARound;
    const uploadId = randomUUID();
    const body = { tickets: ticketsFrom(from, undoneARound) };
    await ask('POST /tickets', { body, headers: { 'Upload-Id': uploadId } });
    const undo = async () =>
      (await ask(`GET /uploads/${uploadId}/undo`)).body as { readonly state: string; readonly withdrawn: number };
    let begun: Promise<unknown> = Promise.resolve();
    return {
      begin: () => {
        begun = ask(`POST /uploads/${uploadId}/undo`);
        begun.catch(() => undefined);
      },
      look: async () => {
        await begun;
        if ((await undo()).state === 'running') cutOff += 1;
      },
      verify: async () => {
        while ((await undo()).state !== 'finished') await setTimeout(50);
        t.is((await undo()).withdrawn, undoneARound);
        t.is(await countOf(ask), 0);
        for (const id of [from, from + 199, from + undoneARound - 1]) {
          t.deepEqual(
            (await historyOf({ ask }, id)).map(({ change }) => change),
            ['stored', 'withdrawn'],
          );
        }
      },
    };
  };
  // It begins within a second, and takes some tenths of one.
  return { earliestMs: 1_500, prepare, cutOff: () => cutOff, finish: () => Promise.resolve() };
};

test(`kill -9 at ${rounds} random moments of uploads, of continued ones and of undos loses nothing acknowledged and repeats nothing`, async (t) => {
  t.timeout(3_600_000);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-crash-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let service = await startService({}, folder);
  t.teardown(() => service.kill());
  const client = () => clientOf(() => service);
  const { ask, search } = await client();
  const works = [repeatedUploads(t, ask), continuedUploads(t, (await client()).ask), undos(t, (await client()).ask)];
  for (let round = 0; round < rounds; round += 1) {
    const prepared: Round[] = [];
    for (const { prepare } of works) prepared.push(await prepare(round));
    const killMs = Math.max(...works.map(({ earliestMs }) => earliestMs));
    await Promise.all(
      prepared.map(async ({ begin, look }, index) => {
        // One random moment in each of as many equal parts: few rounds have an early and a late one too.
        const beforeKillMs = ((round + Math.random()) / rounds) * (works[index]?.earliestMs ?? 0);
        await setTimeout(killMs - beforeKillMs);
        begin();
        await setTimeout(beforeKillMs);
        await look?.();
      }),
    );
    await service.kill();
    service = await startService({}, folder);
    for (const { verify } of prepared) await verify();
  }
  for (const { cutOff, finish } of works) {
    t.true(cutOff() > 0, 'nothing was cut off: the moments are not random enough');
    await finish();
  }
  t.is((await search(goodTicket(ticketsARound + 1).description)).length, 5);
  await service.stop();
});

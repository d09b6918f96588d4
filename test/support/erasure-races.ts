import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { call, type Call, goodTicket, newCollection, newUser } from './api.ts';
import { runFile } from './run-file.ts';
import { type Erasure, provenErasure, withTag } from './stored-tickets.ts';

/** Tickets of a round, and those of them that are erased. */
const ticketsOfRound = 12;
const erasedOfRound = [1, 2, 5, 8];

/** How many rounds run at a time, and how much later than another one something of a round begins at most. */
const lanes = 3;
const spreadMs = 1_200;

/** What a race may answer beside success: the ticket is gone, was changed meanwhile, or its upload is running or undone. */
const expected = new Set([200, 202, 204, 400, 404, 409, 410, 412]);

type Races = {
  /** Of the instances, any of which gets a request. */
  readonly urls: readonly [string, ...string[]];
  readonly seconds: number;
  readonly maxRounds?: number;
};

/** Tickets of one collection that are erased while they are updated by uploads, corrected, withdrawn and taken back by undos. */
const raceErasures = async ({ urls, seconds, maxRounds = Infinity }: Races) => {
  const user = await newUser(urls[0]);
  const collection = await newCollection(urls[0], user);
  const [uploads, erasures]: [string[], string[]] = [[], []];
  const ask = async (endpoint: string, options: Call = {}) => {
    const [method, path] = endpoint.split(' ');
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    const answer = await call(url, `${method} /api/collections/${collection}${path}`, {
      credential: user.token,
      ...options,
    });
    if (!expected.has(answer.status)) throw new Error(`${endpoint}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const sometime = async (work: () => Promise<unknown>) => {
    await setTimeout(Math.random() * spreadMs);
    await work();
  };
  const upload = async (tickets: readonly object[]): Promise<string> => {
    const id = randomUUID();
    await ask('POST /tickets?on_duplicate=update', { body: { tickets }, headers: { 'Upload-Id': id } });
    uploads.push(id);
    return id;
  };
  const undone = async (id: string) => {
    await ask(`POST /uploads/${id}/undo`);
    while (((await ask(`GET /uploads/${id}/undo`)).body as { state?: string }).state === 'running')
      await setTimeout(50);
  };
  const round = async (number: number) => {
    const ids = Array.from({ length: ticketsOfRound }, (_, index) => number * ticketsOfRound + index);
    const tickets = (about: string) => ids.map((id) => goodTicket(id, about));
    const first = await upload(tickets('первая выгрузка'));
    const [one = 0, two = 0, ...others] = erasedOfRound.map((index) => ids[index] ?? 0);
    const erase = async (...ticket_ids: readonly number[]) =>
      erasures.push(((await ask('POST /erasures', { body: { ticket_ids } })).body as Erasure).id);
    const correction = { body: { category: 'Исправлено' }, headers: withTag(1) };
    await Promise.all([
      sometime(() => erase(one, two, ...others)),
      sometime(() => erase(two, 987_654)),
      sometime(() => upload(tickets('вторая выгрузка'))),
      sometime(async () => undone(await upload(tickets('третья выгрузка')))),
      sometime(() => ask(`PUT /tickets/${one}`, correction)),
      sometime(() => ask(`DELETE /tickets/${two}`)),
      ...(number % 2 === 0 ? [sometime(() => undone(first))] : []),
    ]);
  };
  let rounds = 0;
  const end = performance.now() + seconds * 1_000;
  const lane = async () => {
    while (performance.now() < end && rounds < maxRounds) await round((rounds += 1));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const id of erasures) await provenErasure(ask, id);

  /** Everything that a reader is shown of the uploads and tickets. */
  const seen = async () => {
    const shown: unknown[] = [];
    for (const id of uploads) {
      const { body } = await ask(`GET /uploads/${id}`);
      const outcomes = (await ask(`GET /uploads/${id}/tickets`)).body;
      shown.push([body, outcomes]);
    }
    const lists = ['GET /categories', 'GET /tickets?limit=100', 'GET /tickets?limit=100&state=withdrawn', 'GET '];
    for (const list of lists) shown.push((await ask(list)).body);
    return shown;
  };
  return { rounds, seen };
};

/** Races erasures; everything that readers see must then be what a replay of the log gives too, and verify must agree before and after it. */
export const proveErasureRaces = async (
  t: ExecutionContext,
  { environment, ...races }: Races & { readonly environment: Readonly<Record<string, string>> },
): Promise<void> => {
  const { rounds, seen } = await raceErasures(races);
  t.log(`${rounds} rounds`);
  const before = await seen();
  for (const [script, args] of [
    ['scripts/verify.ts', []],
    ['scripts/replay.ts', ['--projection', 'all']],
    ['scripts/verify.ts', []],
  ] as const) {
    const { code, output } = await runFile(script, { args: [...args], environment });
    t.is(code, 0, output);
  }
  t.deepEqual(await seen(), before);
};

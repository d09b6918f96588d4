import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Collection, Db } from 'mongodb';
import { collectionDocuments } from '../../../src/adapters/mongodb/collection-documents.ts';
import { collectionsOf, ticketsOf } from '../../../src/adapters/mongodb/collections.ts';
import { mongoReadModel } from '../../../src/adapters/mongodb/read-model.ts';
import { questionDocuments } from '../../../src/adapters/mongodb/question-documents.ts';
import { uploadDocuments } from '../../../src/adapters/mongodb/upload-documents.ts';
import { outcomesOf, uploadsOf } from '../../../src/adapters/mongodb/uploads.ts';
import { receiptBytes } from '../../../src/adapters/mongodb/receipt-bytes.ts';
import type { RecordedEvent } from '../../../src/domain/events.ts';
import { dataEventBytes } from '../../../src/domain/stored-bytes.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { questionsProjection } from '../../../projections/questions.ts';
import { uploadsProjection } from '../../../projections/uploads.ts';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { exampleQuestionLog } from '../../contracts/question-bytes.ts';
import { exampleCollection } from '../../support/collection-events.ts';
import { erasureRequested, ticketChanged, ticketCorrected } from '../../support/events.ts';
import { freshMongo } from '../../support/mongo.ts';
import { applyRecorded } from '../../support/recorded-events.ts';
import { exampleUpload, inLog, skipped } from '../../support/upload-events.ts';

const url = process.env['MONGODB_URL'];

/** Two collections with an upload each, whose tickets are stored, skipped, corrected, withdrawn, restored and erased in a random order. */
const exampleLog = (random: () => number, changes: number): readonly RecordedEvent[] => {
  const withUpload = () => {
    const collection = exampleCollection();
    return { ...collection, upload: exampleUpload(collection) };
  };
  const [one, other] = [withUpload(), withUpload()];
  let index = 0;
  const change = () => {
    const { upload, tenantId, collectionId } = random() < 0.5 ? one : other;
    const kind = Math.floor(random() * 10);
    const ticketId = `t${Math.floor(random() * (index + 1))}`;
    const ticket = { tenantId, collectionId, ticketId };
    if (kind < 5) return upload.stored((index += 1));
    if (kind === 5) return upload.progressed((index += 1), [skipped(index)]);
    if (kind === 6) return ticketCorrected(ticket, 2, 'a'.repeat(1 + Math.floor(random() * 50)));
    if (kind === 9) return erasureRequested({ tenantId, collectionId, ticketIds: [ticketId] });
    return ticketChanged(kind === 7 ? 'TicketWithdrawn' : 'TicketRestored', ticket);
  };
  const started = [one, other].flatMap(({ created, upload }) => [created, upload.started]);
  return inLog(...started, ...Array.from({ length: changes }, change));
};

/** A process that projects collections and uploads, in batches. */
const projector = async (db: Db) => {
  const [collections, uploads] = [mongoReadModel(db, collectionDocuments), mongoReadModel(db, uploadDocuments)];
  const generations = [await collections.current(), await uploads.current()] as const;
  const toCollections = applyRecorded(collectionsProjection, generations[0]);
  const toUploads = applyRecorded(uploadsProjection, generations[1]);
  const apply = async (batch: readonly RecordedEvent[]) => {
    await toCollections(batch);
    await toUploads(batch);
  };
  return { apply, names: generations.map(({ name }) => name) as [string, string] };
};

/** The stored counts, and those of the documents themselves. */
const countsIn = async (db: Db, [collections, uploads]: readonly [string, string]) => {
  const tickets = await ticketsOf(db, collections).find().toArray();
  const outcomes = await outcomesOf(db, uploads).find().toArray();
  const stored = new Map<string, unknown>();
  const counted = new Map<string, unknown>();
  for (const { _id, ticket_count: active, withdrawn, bytes } of await collectionsOf(db, collections).find().toArray()) {
    const own = tickets.filter((ticket) => ticket.collection_id === _id);
    const inState = (state: string) => own.filter((ticket) => ticket.state === state).length;
    stored.set(_id, { active, withdrawn, bytes });
    const sum = own.reduce((total, ticket) => total + ticket.bytes, 0);
    counted.set(_id, { active: inState('active'), withdrawn: inState('withdrawn'), bytes: sum });
  }
  for (const upload of await uploadsOf(db, uploads).find().toArray()) {
    const own = outcomes.filter((one) => one.upload === upload._id);
    const names = Object.keys(upload.outcomes);
    stored.set(upload._id, upload.outcomes);
    counted.set(
      upload._id,
      Object.fromEntries(names.map((name) => [name, own.filter(({ outcome }) => outcome === name).length])),
    );
  }
  return { stored, counted };
};

type Applied = { readonly names: readonly [string, string]; readonly events: readonly RecordedEvent[] };

const assertExact = async (t: ExecutionContext, db: Db, { names, events }: Applied) => {
  const { stored, counted } = await countsIn(db, names);
  t.is(stored.size, 4);
  t.deepEqual(stored, counted);
  const receipts = new Map<string, number>();
  for (const { type, data } of events) {
    if (type !== 'ErasureRequested') continue;
    receipts.set(data.userId, (receipts.get(data.userId) ?? 0) + dataEventBytes(data));
  }
  t.is(receipts.size, 2);
  for (const [user, bytes] of receipts) t.is(await receiptBytes(db, names[0], user), bytes);
};

/** Cuts events into batches of random sizes. */
const batchesOf = (random: () => number, events: readonly RecordedEvent[]) => {
  const batches: (readonly RecordedEvent[])[] = [];
  for (let from = 0; from < events.length;) {
    const size = 1 + Math.floor(random() * 30);
    batches.push(events.slice(from, from + size));
    from += size;
  }
  return batches;
};

const writes = new Set<PropertyKey>(['insertMany', 'bulkWrite', 'updateMany', 'updateOne']);

class Crash extends Error {}

/** A database whose process dies before a write, counted from `dieBefore`. */
const mortal = (db: Db) => {
  let left = Infinity;
  const dying = (collection: object): object =>
    new Proxy(collection, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: readonly unknown[]) => unknown;
        if (!writes.has(name)) return method;
        return (...args: readonly unknown[]) => {
          if ((left -= 1) < 0) throw new Crash('Crashed');
          return method(...args);
        };
      },
    });
  const proxied = new Proxy(db, {
    get: (target, name) => {
      if (name === 'collection') return (of: string) => dying(target.collection(of)) as Collection;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db: proxied, dieBefore: (write: number) => (left = write) };
};

type Crashing<Event> = {
  readonly random: () => number;
  readonly process: Pick<ReturnType<typeof mortal>, 'dieBefore'>;
  readonly apply: (batch: readonly Event[]) => Promise<unknown>;
  /** Of the process, before each of which it dies in turn. */
  readonly writes: number;
};

/** Applies events in batches by a process that dies before one write after the other, and goes on with another batch; returns how often it has died. */
const applyThroughCrashes = async <Event>(
  events: readonly Event[],
  { random, process, apply, writes }: Crashing<Event>,
): Promise<number> => {
  let [from, crashes] = [0, 0];
  for (let write = 0; from < events.length; write = (write + 1) % writes) {
    const batch = events.slice(from, from + 1 + Math.floor(random() * 25));
    process.dieBefore(write);
    try {
      await apply(batch);
      from += batch.length;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
    }
    process.dieBefore(Infinity);
  }
  return crashes;
};

if (url) {
  test('counts are exact after a crash before any write of a batch, whatever batches are applied then', async (t) => {
    const random = seededRandom(16);
    const events = exampleLog(random, 120);
    const process = mortal(freshMongo(t, url));
    const { apply, names } = await projector(process.db);
    const crashes = await applyThroughCrashes(events, { random, process, apply, writes: 16 });
    t.true(crashes > 20, String(crashes));
    await assertExact(t, process.db, { names, events });
  });

  test('counts are exact whenever two processes apply the same log at the same time, in other batches', async (t) => {
    const name = `test-${randomUUID()}`;
    const [one, other] = [freshMongo(t, url, name), freshMongo(t, url, name)];
    const random = seededRandom(61);
    const events = exampleLog(random, 200);
    const processes = await Promise.all([projector(one), projector(other)]);
    const project = async ({ apply }: (typeof processes)[number]) => {
      for (const batch of batchesOf(random, events)) await apply(batch);
    };
    await Promise.all(processes.map(project));
    const { names } = processes[0];
    await assertExact(t, one, { names, events });
    // One that was frozen applies everything again.
    await project(processes[1]);
    await assertExact(t, one, { names, events });
  });

  test('a batch is counted by what it changes: tickets before it are not counted again', async (t) => {
    const db = freshMongo(t, url);
    const { apply, names } = await projector(db);
    const { created, tickets, collectionId } = exampleCollection();
    const events = inLog(created, ...tickets(30));
    await apply(events.slice(0, 21));
    await ticketsOf(db, names[0]).deleteMany({ position: { $lte: 21n } });
    await apply(events.slice(21));
    t.is((await collectionsOf(db, names[0]).findOne({ _id: collectionId }))?.ticket_count, 30);
  });

  test('the bytes of questions are exact after a crash before any write of a batch', async (t) => {
    const random = seededRandom(40);
    const events = exampleQuestionLog(random, [exampleCollection(), exampleCollection()], 120);
    const process = mortal(freshMongo(t, url));
    const generation = await mongoReadModel(process.db, questionDocuments).current();
    const apply = applyRecorded(questionsProjection, generation);
    const crashes = await applyThroughCrashes(events, { random, process, apply, writes: 12 });
    t.true(crashes > 10, String(crashes));
    const counts = await generation.counts(undefined);
    t.is(counts.length, 1);
    for (const { stored, ofRows } of counts) t.deepEqual(stored, ofRows);
  });
} else test.skip('the counts of MongoDB are tried where MONGODB_URL is set', () => undefined);

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createCollection } from '../../src/commands/create-collection.ts';
import { deleteCollection } from '../../src/commands/delete-collection.ts';
import { chooseFirstModel } from '../../src/commands/open-log.ts';
import type { Upload } from '../../src/uploads/upload.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { fairLimit } from '../../src/concurrency/fair-limit.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { CollectionNotFound, InvalidInput, Stopping, Unavailable } from '../../src/domain/errors.ts';
import { goodTicket } from '../support/api.ts';
import { openEmbedded } from '../support/embedded.ts';
import { failingAt, type BeforeBatch, refusing, testEmbedders } from '../support/embedders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const context = { now: () => new Date('2026-01-02T03:04:05Z'), newId: randomUUID };

const place = (index: number) => (path: string) => `tickets[${index}]${path === '' ? '' : `.${path}`}`;
const listed = (tickets: readonly unknown[]) =>
  async function* () {
    for (const [index, value] of tickets.entries()) yield await Promise.resolve({ value, place: place(index) });
  };

const open = async (t: ExecutionContext, mood?: BeforeBatch, uploadsAtOnce = 2) => {
  const { folder, writer, collections, store } = await openEmbedded(t);
  const { embedders, batches } = testEmbedders(mood);
  const tenantId = randomUUID();
  const dependencies = {
    ...context,
    streams: writer,
    projected: writer,
    collections,
    embedders,
    limitLargeUploads: fairLimit(uploadsAtOnce),
  };
  const collection = await createCollection(dependencies)({ userId: tenantId, name: 'Поддержка' });
  const run = uploadTickets(dependencies);
  const upload = (tickets: readonly unknown[], more: Partial<Upload> = {}) =>
    run({
      tenantId,
      collectionId: collection.id,
      uploadId: randomUUID(),
      tickets: listed(tickets),
      checkedPath: join(folder, randomUUID()),
      signal: new AbortController().signal,
      yieldIfDue: fairTimeSlices().of(tenantId),
      ...more,
    });
  const count = async () => (await collections.byId(collection.id))?.ticketCount;
  return { upload, count, batches, collection, needs: dependencies, writer, store };
};

const goodTickets = (count: number, from = 0) => Array.from({ length: count }, (_, index) => goodTicket(from + index));

test('what passes the rules is stored, counted and can be found when the answer comes', async (t) => {
  const { upload, count } = await open(t);
  t.deepEqual(await upload(goodTickets(250)), { processed: 250, skipped: 0, collectionTicketCount: 250 });
  t.is(await count(), 250);
});

test('an empty upload stores nothing and is no error', async (t) => {
  const { upload } = await open(t);
  t.deepEqual(await upload([]), { processed: 0, skipped: 0, collectionTicketCount: 0 });
});

test('of equal ids in one upload the first that passes the rules is stored', async (t) => {
  const { upload } = await open(t);
  const tooShort = { ...goodTicket(7), messages: [{ role: 'operator', text: 'Готово.' }] };
  t.deepEqual(await upload([tooShort, goodTicket(7), goodTicket(7), goodTicket(8)]), {
    processed: 2,
    skipped: 2,
    collectionTicketCount: 2,
  });
});

test('a repeated upload embeds nothing: duplicates are found before', async (t) => {
  const { upload, batches } = await open(t);
  await upload(goodTickets(30));
  const before = batches.length;
  t.deepEqual(await upload(goodTickets(30)), { processed: 0, skipped: 30, collectionTicketCount: 30 });
  t.is(batches.length, before);
});

test('uploads that race for the same tickets store each once, and every answer counts all of them', async (t) => {
  const { upload } = await open(t);
  const results = await Promise.all(Array.from({ length: 6 }, () => upload(goodTickets(150))));
  t.is(
    results.reduce((sum, { processed }) => sum + processed, 0),
    150,
  );
  for (const { processed, skipped, collectionTicketCount } of results) {
    t.is(processed + skipped, 150);
    t.is(collectionTicketCount, 150);
  }
});

test('one bad ticket refuses the whole upload with its place, and nothing is stored', async (t) => {
  const { upload, count, batches } = await open(t);
  await t.throwsAsync(upload([...goodTickets(150), { ticket_id: 1, messages: [{ role: 'client', text: 5 }] }]), {
    instanceOf: InvalidInput,
    message: 'tickets[150].messages[0].text must be a string',
  });
  t.is(await count(), 0);
  t.is(batches.length, 0);
});

test('a batch that the gateway refuses is halved down to the ticket that it refuses; the others are stored', async (t) => {
  const { upload, count } = await open(t, refusing('яд'));
  const tickets = goodTickets(250).map((ticket, index) => (index === 120 ? { ...ticket, description: 'яд' } : ticket));
  await t.throwsAsync(upload(tickets), {
    instanceOf: Unavailable,
    message: '249 of 250 tickets stored; Embedding gateway answered 400; sending the same upload again stores the rest',
  });
  t.is(await count(), 249);
});

test('a batch that fails leaves the others stored, and the same upload again stores exactly the rest', async (t) => {
  const { upload, count } = await open(
    t,
    failingAt((call) => call === 2),
  );
  await t.throwsAsync(upload(goodTickets(300)), {
    message: /^200 of 300 tickets stored; Embedding gateway did not answer/,
  });
  t.is(await count(), 200);
  t.deepEqual(await upload(goodTickets(300)), { processed: 100, skipped: 200, collectionTicketCount: 300 });
});

test('after three failures in a row the upload asks the gateway no more', async (t) => {
  const { upload, batches } = await open(
    t,
    failingAt((call) => call > 2),
  );
  await t.throwsAsync(upload(goodTickets(2_000)), { message: /^200 of 2 000 tickets stored; / });
  t.true(batches.length <= 2 + 3 + 4, `${batches.length} calls`);
});

test('a gateway that refuses every ticket is not asked for each of them', async (t) => {
  const { upload, batches } = await open(t, refusing(''));
  await t.throwsAsync(upload(goodTickets(1_000)), {
    message: /^0 of 1 000 tickets stored; Embedding gateway answered 400/,
  });
  t.true(batches.length < 200, `${batches.length} calls`);
});

test('a stop ends the upload at its next batch and says how much is stored', async (t) => {
  const controller = new AbortController();
  const { upload, count } = await open(t, (_texts, call) => {
    if (call === 3) controller.abort(new Stopping());
  });
  const error = await t.throwsAsync(upload(goodTickets(2_000), { signal: controller.signal }), {
    instanceOf: Stopping,
  });
  const stored = Number(/^Service is stopping; (\d+) tickets stored$/.exec(error.message)?.[1]);
  t.true(stored >= 100 && stored < 2_000);
  t.is(await count(), stored);
});

test('a collection that is deleted while an upload into it runs answers as not found, and nothing of it is visible', async (t) => {
  const { upload, count, collection, needs } = await open(t, (_texts, call) => {
    if (call === 2) void deleteCollection(needs)(collection);
  });
  await t.throwsAsync(upload(goodTickets(1_000)), { instanceOf: CollectionNotFound });
  t.is(await count(), undefined);
});

test('where the chosen model cannot be called the upload is refused and names it', async (t) => {
  const { upload, writer } = await open(t);
  await chooseFirstModel(writer, context, { model: 'another-model', dimensions: 8 });
  await t.throwsAsync(upload(goodTickets(1)), {
    instanceOf: Unavailable,
    message: /0 of 1 tickets stored; .*another-model/,
  });
});

test('a large upload waits while another of its tenant has the only place, a small one does not', async (t) => {
  const { upload, needs, collection } = await open(t, undefined, 1);
  const place = Promise.withResolvers<undefined>();
  const held = needs.limitLargeUploads(collection.userId, () => place.promise);
  let isWaiting = true;
  const large = upload(goodTickets(1_001)).finally(() => {
    isWaiting = false;
  });
  t.like(await upload(goodTickets(1, 2_000)), { processed: 1 });
  t.true(isWaiting);
  place.resolve(undefined);
  t.like(await large, { processed: 1_001 });
  await held;
});

test('with one place, the large uploads of two tenants are processed batch by batch in turn', async (t) => {
  const order: string[] = [];
  const { upload } = await open(t, ([text = '']) => void order.push(text.startsWith('Второй') ? 'second' : 'first'), 1);
  const others = goodTickets(1_100, 5_000).map((ticket) => ({ ...ticket, description: `Второй ${ticket.ticket_id}` }));
  const first = Promise.withResolvers<undefined>();
  const slow = async function* () {
    for await (const ticket of listed(goodTickets(1_100))()) yield ticket;
    first.resolve(undefined);
  };
  const one = upload([], { tickets: slow, checkedPath: join(temporaryFolder(t), 'checked') });
  await first.promise;
  await Promise.all([one, upload(others, { tenantId: randomUUID() })]);
  t.is(order.length, 22);
  const ends = order.slice(0, order.lastIndexOf('first') + 1);
  t.true(ends.filter((tenant) => tenant === 'second').length >= 4, order.join(' '));
});

test('the model in use is read from the log at the beginning and at the end of an upload, not for each batch', async (t) => {
  const { upload, needs, collection, count } = await open(t);
  await upload(goodTickets(1));
  let reads = 0;
  const streams = {
    ...needs.streams,
    read: (stream: string) => {
      if (stream === 'log') reads += 1;
      return needs.streams.read(stream);
    },
  };
  await uploadTickets({ ...needs, streams })({
    tenantId: collection.userId,
    collectionId: collection.id,
    uploadId: randomUUID(),
    tickets: listed(goodTickets(1_000, 10)),
    checkedPath: join(temporaryFolder(t), 'checked'),
    signal: new AbortController().signal,
    yieldIfDue: fairTimeSlices().of(collection.userId),
  });
  t.is(await count(), 1_001);
  t.true(reads <= 5, `${reads} reads`);
});

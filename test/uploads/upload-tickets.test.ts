import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { deleteCollection } from '../../src/commands/delete-collection.ts';
import { chooseFirstModel } from '../../src/commands/open-log.ts';
import { uploadTickets } from '../../src/uploads/upload-tickets.ts';
import { fairTimeSlices } from '../../src/concurrency/fair-time-slices.ts';
import { CollectionNotFound, DiskFull, InvalidInput, Stopping, Unavailable } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { goodTicket } from '../support/api.ts';
import { failingAt, refusing } from '../support/embedders.ts';
import { goodTickets, listed, openUploads } from '../support/uploading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileAt } from '../support/page-files.ts';

const context = { now: () => new Date('2026-01-02T03:04:05Z'), newId: randomUUID };

test('what passes the rules is stored, counted and can be found when the answer comes', async (t) => {
  const { upload, count } = await openUploads(t);
  t.deepEqual(await upload(goodTickets(250)), { processed: 250, skipped: 0, collectionTicketCount: 250 });
  t.is(await count(), 250);
});

test('the event of an update states the whole ticket, with the fields that the upload left out, also after a race', async (t) => {
  const { upload, tenantId, collection, writer } = await openUploads(t);
  const known = { resolved_at: '2023-05-24', url: 'https://desk.example.com/tickets/1' };
  await upload([{ ...goodTicket(1), ...known }]);
  const sent = (about: string, more: object = {}) => {
    const { ticket_id, description, messages } = goodTicket(1, about);
    return [{ ticket_id, description, messages, ...more }];
  };
  const update = { onDuplicate: 'update' } as const;
  await Promise.all([upload(sent('самовар'), update), upload(sent('самовар', { category: 'Самовары' }), update)]);
  await upload(sent('чайник'), update);
  const events = await writer.read(streamOf.ticket(collection.id, recordId(tenantId, '1')));
  const stated = events.at(-1)?.data as Readonly<Record<string, unknown>>;
  t.like(stated, { category: 'Самовары', client: 'ООО Ромашка', url: known.url });
  t.is(stated['resolvedAt'], '2023-05-24T00:00:00.000Z');
});

test('an empty upload stores nothing and is no error', async (t) => {
  const { upload } = await openUploads(t);
  t.deepEqual(await upload([]), { processed: 0, skipped: 0, collectionTicketCount: 0 });
});

test('of equal ids in one upload the first that passes the rules is stored', async (t) => {
  const { upload } = await openUploads(t);
  const tooShort = { ...goodTicket(7), messages: [{ role: 'operator', text: 'Готово.' }] };
  t.deepEqual(await upload([tooShort, goodTicket(7), goodTicket(7), goodTicket(8)]), {
    processed: 2,
    skipped: 2,
    collectionTicketCount: 2,
  });
});

test('a repeated upload embeds nothing: duplicates are found before', async (t) => {
  const { upload, batches } = await openUploads(t);
  await upload(goodTickets(30));
  const before = batches.length;
  t.deepEqual(await upload(goodTickets(30)), { processed: 0, skipped: 30, collectionTicketCount: 30 });
  t.is(batches.length, before);
});

test('an upload stops before the batch for which the disk has no more than its reserve, and says how much it has stored', async (t) => {
  const { upload, count, needs, collection, tenantId } = await openUploads(t);
  let looks = 0;
  const requireRoom = () => ((looks += 1) > 2 ? Promise.reject(new DiskFull()) : Promise.resolve());
  const tickets = listed(goodTickets(500));
  const run = uploadTickets({ ...needs, requireRoom });
  const folder = temporaryFolder(t);
  const refused = run({
    ...{
      tenantId,
      collectionId: collection.id,
      uploadId: randomUUID(),
      tickets,
      checkedFile: fileAt(join(folder, 'checked')),
    },
    ...{ signal: new AbortController().signal, yieldIfDue: fairTimeSlices().of(tenantId) },
  });
  await t.throwsAsync(refused, { instanceOf: Unavailable, message: /^200 of 500 tickets stored; Disk is full/ });
  t.is(looks, 3);
  // The same tickets without that check: only the rest is stored.
  t.like(await upload(goodTickets(500)), { processed: 300, skipped: 200 });
  t.is(await count(), 500);
});

test('uploads that race for the same tickets store each once, and every answer counts all of them', async (t) => {
  const { upload } = await openUploads(t);
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

test('one bad ticket refuses the whole upload with its path, and nothing is stored', async (t) => {
  const { upload, count, batches } = await openUploads(t);
  await t.throwsAsync(upload([...goodTickets(150), { ticket_id: 1, messages: [{ role: 'client', text: 5 }] }]), {
    instanceOf: InvalidInput,
    message: 'tickets[150].messages[0].text must be a string',
  });
  t.is(await count(), 0);
  t.is(batches.length, 0);
});

test('a batch that the gateway refuses is halved down to the ticket that it refuses; the others are stored', async (t) => {
  const { upload, count } = await openUploads(t, refusing('яд'));
  const tickets = goodTickets(250).map((ticket, index) => (index === 120 ? { ...ticket, description: 'яд' } : ticket));
  await t.throwsAsync(upload(tickets), {
    instanceOf: Unavailable,
    message: '249 of 250 tickets stored; Embedding gateway answered 400; sending the same upload again stores the rest',
  });
  t.is(await count(), 249);
});

test('a batch that fails leaves the others stored, and the same upload again stores exactly the rest', async (t) => {
  const { upload, count } = await openUploads(
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
  const { upload, batches } = await openUploads(
    t,
    failingAt((call) => call > 2),
  );
  await t.throwsAsync(upload(goodTickets(2_000)), { message: /^200 of 2 000 tickets stored; / });
  t.true(batches.length <= 2 + 3 + 4, `${batches.length} calls`);
});

test('a gateway that refuses every ticket is not asked for each of them', async (t) => {
  const { upload, batches } = await openUploads(t, refusing(''));
  await t.throwsAsync(upload(goodTickets(1_000)), {
    message: /^0 of 1 000 tickets stored; Embedding gateway answered 400/,
  });
  t.true(batches.length < 200, `${batches.length} calls`);
});

test('a stop ends the upload at its next batch and says how much is stored', async (t) => {
  const controller = new AbortController();
  const { upload, count } = await openUploads(t, (_texts, call) => {
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
  const { upload, count, collection, needs } = await openUploads(t, (_texts, call) => {
    if (call === 2) void deleteCollection(needs)(collection);
  });
  await t.throwsAsync(upload(goodTickets(1_000)), { instanceOf: CollectionNotFound });
  t.is(await count(), undefined);
});

test('where the chosen model cannot be called the upload is refused and names it', async (t) => {
  const { upload, writer } = await openUploads(t);
  await chooseFirstModel(writer, context, { model: 'another-model', dimensions: 8 });
  await t.throwsAsync(upload(goodTickets(1)), {
    instanceOf: Unavailable,
    message: /0 of 1 tickets stored; .*another-model/,
  });
});

test('the model in use is read from the log at the beginning and at the end of an upload, not for each batch', async (t) => {
  const { upload, needs, collection, count } = await openUploads(t);
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
    checkedFile: fileAt(join(temporaryFolder(t), 'checked')),
    signal: new AbortController().signal,
    yieldIfDue: fairTimeSlices().of(collection.userId),
  });
  t.is(await count(), 1_001);
  t.true(reads <= 5, `${reads} reads`);
});

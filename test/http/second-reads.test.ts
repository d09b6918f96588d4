import test from 'ava';
import type { Request, Response } from 'express';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import { PreviewNotFound, TicketNotFound } from '../../src/domain/errors.ts';
import { collectionTicketHandlers } from '../../src/http/collection-tickets.ts';
import type { WriteReply } from '../../src/http/large-replies.ts';
import type { InTurns } from '../../src/http/list-turns.ts';
import { previewHandlers } from '../../src/http/preview.ts';
import { mcpTools } from '../../src/http/mcp/tools.ts';
import { writeSources } from '../../src/http/search.ts';

/** Reads of a ticket, which is erased when it is read for the second time, and the turns that they took. */
const reading = () => {
  const counts = { turns: 0, reads: 0, previews: 0 };
  const turn: Turn = (work) => {
    counts.turns += 1;
    return work();
  };
  const inTurns: InTurns = (handler) => (request, response) => handler(request, response, turn, () => turn);
  const read = () => {
    counts.reads += 1;
    return counts.reads === 1 ? Promise.resolve({ revision: 1 }) : Promise.reject(new TicketNotFound());
  };
  /** As if each reply had waited for its slot. */
  const writeReply: WriteReply = async (_response, readReply) => {
    await readReply(false);
    await (await readReply(true)).write();
  };
  return { counts, turn, inTurns, read, writeReply };
};

const request = {
  params: { ticket_id: '1', revision: '1' },
  path: '/api/v1/x',
  ip: '192.0.2.1',
  body: {},
  get: () => undefined,
} as unknown;
const response = {
  locals: { account: { id: 'a' }, collection: { id: 'c', notNames: [] }, key: { scopes: ['read'], collections: null } },
  req: request,
  once: () => undefined,
} as unknown as Response;

test('a reply that has waited for a slot is read again without a turn: those that have the turns may wait for slots', async (t) => {
  for (const name of ['showTicket', 'showRevision', 'flagTicket'] as const) {
    const { counts, inTurns, read, writeReply } = reading();
    const handlers = collectionTicketHandlers({
      ...{ inTurns, inChangeTurns: inTurns, writeReply, findTicket: read, ticketRevision: read, correcting: {} },
      flag: () => Promise.resolve({ changed: 1, unchanged: 0, notFound: [] }),
    } as never);
    await t.throwsAsync(async () => handlers[name](request as Request, response), {
      instanceOf: TicketNotFound,
    });
    t.deepEqual(counts, { turns: 1, reads: 2, previews: 0 }, name);
  }
  const { counts, turn, read, writeReply } = reading();
  const findCollection = () => Promise.resolve({ id: 'c', userId: 'a' });
  const tools = mcpTools({ findCollection, findTicket: read } as never);
  const told = tools
    .find(({ name }) => name === 'get_ticket')
    ?.run({ collection_id: '9b0a4bfa-7c2f-4b8e-9e36-0d3a7c6d7f01', ticket_id: '1' }, {
      ...{ asker: { caller: { scopes: ['read'] } }, turn },
      tell: (readText: (isAgain: boolean) => Promise<object>) =>
        writeReply(response, async (isAgain) => ({
          ...(await readText(isAgain)),
          tickets: [],
          write: () => undefined,
        })),
    } as never);
  await t.throwsAsync(told ?? Promise.resolve(), { instanceOf: TicketNotFound });
  t.deepEqual(counts, { turns: 1, reads: 2, previews: 0 });
});

test('a preview of a correction that has waited is not made again, and not shown of a ticket that was erased', async (t) => {
  const { counts, inTurns, read, writeReply } = reading();
  counts.reads = 1;
  const previewCorrection = () => {
    counts.previews += 1;
    return Promise.resolve({ ticketId: '1', problem: [], solution: [] });
  };
  const { previewCorrection: preview } = collectionTicketHandlers({
    ...{ inTurns, inChangeTurns: inTurns, writeReply, findTicket: read, correcting: { previewCorrection } },
  } as never);
  await t.throwsAsync(async () => preview(request as Request, response), {
    instanceOf: TicketNotFound,
  });
  t.deepEqual(counts, { turns: 0, reads: 2, previews: 1 });
});

test('a preview of a correction is not shown of a ticket that was erased while it was made', async (t) => {
  const { counts, inTurns, read } = reading();
  counts.reads = 1;
  const writeReply: WriteReply = async (_response, readReply) => {
    const { write } = await readReply(false);
    await write();
  };
  const previewCorrection = () => Promise.resolve({ ticketId: '1', problem: [], solution: [] });
  const { previewCorrection: preview } = collectionTicketHandlers({
    ...{ inTurns, inChangeTurns: inTurns, writeReply, findTicket: read, correcting: { previewCorrection } },
  } as never);
  await t.throwsAsync(async () => preview(request as Request, response), { instanceOf: TicketNotFound });
});

test('a preview of a file is neither shown nor told in remarks if an erasure was asked for while it was made', async (t) => {
  for (const accepted of ['json', 'application/x-ndjson']) {
    let isMade = false;
    const preview = () => {
      isMade = true;
      return Promise.resolve({ updates: null });
    };
    const held = { file: { path: 'kept' }, erasedBefore: 1n, isKept: () => true };
    const { previewTickets } = previewHandlers({
      ...{ previewing: { preview }, findCollection: () => Promise.resolve({}), spoolFolder: { path: '' } },
      previewFiles: {
        hold: () => ({ ...held, discard: () => undefined, release: () => Promise.resolve() }),
        newestErasure: () => Promise.resolve(isMade ? 2n : 1n),
      },
      openBodies: () => ({ endIfErasedAfter: () => undefined, close: () => undefined }),
      openRemarks: {},
      newId: () => 'new',
    } as never);
    const kept = { get: () => '9b0a4bfa-7c2f-4b8e-9e36-0d3a7c6d7f01', headers: {}, accepts: () => accepted };
    const off = () => undefined;
    const sent = { ...response, locals: { ...response.locals, onDuplicate: 'skip' }, off } as unknown as Response;
    await t.throwsAsync(async () => previewTickets({ ...(request as object), ...kept } as never, sent), {
      instanceOf: PreviewNotFound,
    });
    t.true(isMade);
  }
});

test('of the sources of a stream that has waited none are sent, nor answered from, once one was erased; else all are', async (t) => {
  const { writeReply } = reading();
  const sources = [{ ticketId: '1' }, { ticketId: '2' }] as never[];
  for (const left of [sources, sources.slice(1)]) {
    const written: (readonly object[])[] = [];
    const finding = { writeReply, sources, isGone: () => Promise.resolve(left.length < sources.length) };
    const areLeft = await writeSources(response, finding, (present) => written.push(present));
    t.is(areLeft, left.length === 2);
    t.deepEqual(written, [areLeft ? sources : []]);
  }
});

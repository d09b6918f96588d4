import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { changeTickets } from '../../src/commands/change-tickets.ts';
import { commandHandler } from '../../src/commands/command-handler.ts';
import { requestErasure } from '../../src/commands/request-erasure.ts';
import { account, type AccountCommand } from '../../src/domain/account.ts';
import type { AccountEvent } from '../../src/domain/account-events.ts';
import { stateAfter } from '../../src/domain/decider.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { findTicket } from '../../src/queries/find-ticket.ts';
import { ticketHistory, ticketRevision } from '../../src/queries/ticket-history.ts';
import { undoTickets } from '../../src/uploads/undo-tickets.ts';
import { countingReads } from '../support/counting-reads.ts';
import { appendInParts, newEvent } from '../support/events.ts';
import { streamInMemory } from '../support/ticket-stream.ts';
import type { Tools } from './event-store.ts';

const context = { now: () => new Date(), newId: randomUUID };
const reached = { waitForPosition: () => Promise.resolve({ status: 'reached', parked: 0 } as const) };
/** Nothing is erased, and no upload is known. */
const stores = {
  collections: { known: () => Promise.resolve(new Map()) },
  erasures: { idAt: () => Promise.resolve(undefined) },
  uploads: { byId: () => Promise.resolve(undefined) },
  admit: () => Promise.resolve(),
  projected: reached,
};

/** An account with one key that has had thousands, and its sessions ended as often, written as earlier versions did. */
const accountEvents = (userId: string, email: string): readonly AccountEvent[] => {
  const keyOf = (keyId: string): AccountEvent => ({
    type: 'AccessKeyCreated',
    data: { userId, keyId, name: keyId, scopes: ['search'], collections: null, expiresAt: null, fingerprint: keyId },
  });
  const rounds = Array.from({ length: 1_000 }, (_, round): readonly AccountEvent[] => [
    keyOf(`key ${round}`),
    { type: 'AccessKeyRevoked', data: { userId, keyId: `key ${round}` } },
    { type: 'SessionsEnded', data: { userId, tokensFrom: round + 1 } },
  ]);
  const first = { userId, email, passwordHash: 'hash', plan: 'free', sealedApiKey: 'sealed', apiKeyFingerprint: 'f0' };
  return [{ type: 'UserRegistered', data: first }, keyOf('kept'), ...rounds.flat()];
};

/** A ticket that was corrected, flagged and confirmed hundreds of times between the updates of two uploads. */
const changedTicket = async (owner: { readonly tenantId: string; readonly collectionId: string }) => {
  const ticket = streamInMemory(100, { ...owner, ticketId: '7' });
  const flagged = async () => {
    for (let round = 0; round < 500; round += 1)
      await ticket.add({ type: round % 2 === 0 ? 'FlagTicket' : 'ConfirmTicket' });
  };
  await ticket.store();
  await flagged();
  await ticket.correct('Из выгрузки', { uploadId: 'may', place: 0 });
  await flagged();
  for (let round = 0; round < 300; round += 1) await ticket.correct(`Рукой ${round}`);
  await ticket.correct('Из следующей', { uploadId: 'june', place: 0 });
  await flagged();
  return ticket.events;
};

/** What long streams cost, in reads of an event log. */
export const eventStoreLongStreams = ({ behaves }: Tools) => {
  behaves(
    'a command of an account reads few events, however often its keys and sessions were changed',
    async (t, store) => {
      const [userId, email] = [randomUUID(), `${randomUUID()}@example.com`];
      const stream = streamOf.account(email);
      await appendInParts(
        store,
        stream,
        accountEvents(userId, email).map((fact) => newEvent(fact)),
      );
      const { streams, reads } = countingReads(store);
      const handle = commandHandler(streams, context);
      const command = (given: AccountCommand) => handle({ stream, decider: account, command: given });
      await command({ type: 'EndSessions', now: new Date(0), data: { userId } });
      t.is(reads().wholes, 0);
      const commands: readonly AccountCommand[] = [
        { type: 'RenameKey', data: { userId, keyId: 'kept', name: 'CRM' } },
        { type: 'ReplacePassword', now: new Date(0), data: { userId, passwordHash: 'other' } },
        {
          ...{ type: 'RotateApiKey', presentedFingerprint: 'f0' },
          data: { userId, sealedApiKey: 'new', apiKeyFingerprint: 'f1' },
        },
        { type: 'EndSessions', now: new Date(0), data: { userId } },
        { type: 'RevokeKey', data: { userId, keyId: 'kept' } },
      ];
      for (const given of commands) {
        reads();
        await command(given);
        const { wholes, pages, events } = reads();
        t.true(wholes === 0 && pages <= 10 && events <= 10, `${given.type}: ${pages} reads, ${events} events`);
      }
      t.like(stateAfter(account, await store.read(stream)), {
        ...{ status: 'registered', passwordHash: 'other', apiKeyFingerprint: 'f1', tokensFrom: 1_003, keys: new Map() },
      });
    },
  );

  behaves('a ticket is read in few events, however often it was changed', async (t, store) => {
    const owner = { tenantId: randomUUID(), collectionId: randomUUID() };
    const ticket = { ...owner, ticketId: '7' };
    const stream = streamOf.ticket(owner.collectionId, recordId(owner.tenantId, '7'));
    await appendInParts(store, stream, await changedTicket(owner));
    const { streams, reads } = countingReads(store);
    const dependencies = { ...context, ...stores, streams };
    const change = (type: 'FlagTicket' | 'ConfirmTicket' | 'WithdrawTicket' | 'RestoreTicket') => () =>
      changeTickets(dependencies, { type })({ ...owner, ticketIds: ['7'], surface: 'web' });
    const undo = { ...owner, uploadId: 'june', undoId: randomUUID(), surface: 'web', startedAt: 10n ** 18n } as const;
    const all: Readonly<Record<string, () => Promise<unknown>>> = {
      ...{ flag: change('FlagTicket'), confirm: change('ConfirmTicket') },
      ...{ withdraw: change('WithdrawTicket'), restore: change('RestoreTicket') },
      show: () => findTicket(dependencies)(ticket),
      history: () => ticketHistory(dependencies)(ticket, { limit: 20 }),
      'its first text': () => ticketRevision(dependencies)(ticket, 1),
      'an early text': async () =>
        t.deepEqual((await ticketRevision(dependencies)(ticket, 2)).problem, ['Из выгрузки']),
      'a text of between': async () =>
        t.deepEqual((await ticketRevision(dependencies)(ticket, 153)).problem, ['Рукой 150']),
      undo: async () => {
        const { counts } = await undoTickets(dependencies, undo, [
          { ticketId: '7', index: 0, row: null, outcome: 'updated' },
        ]);
        t.is(counts.takenBack, 1);
        t.deepEqual((await findTicket(dependencies)(ticket)).problem, ['Рукой 299']);
      },
      erase: () =>
        requestErasure(dependencies)({
          ...{ ...owner, ticketIds: ['7'], inParts: false, remaining: 0, surface: 'web' },
          ...{ collectionName: 'Support', requestedFor: null },
        }),
    };
    for (const [what, run] of Object.entries(all)) {
      reads();
      await run();
      const { wholes, pages, events } = reads();
      t.true(wholes === 0 && pages <= 30 && events <= 500, `${what}: ${pages} reads, ${events} events`);
    }
  });

  behaves(
    'what an undo has hidden is restored from few events, however often it was corrected since',
    async (t, store) => {
      const owner = { tenantId: randomUUID(), collectionId: randomUUID() };
      const hidden = streamInMemory(100, { ...owner, ticketId: '7' });
      await hidden.store();
      await hidden.add({ type: 'UndoTicket' }, { commandId: 'undo' });
      for (let round = 0; round < 400; round += 1) await hidden.correct(`Рукой ${round}`);
      const stream = streamOf.ticket(owner.collectionId, recordId(owner.tenantId, '7'));
      await appendInParts(store, stream, hidden.events);
      const { streams, reads } = countingReads(store);
      const restore = changeTickets({ ...context, streams, projected: reached }, { type: 'RestoreTicket' });
      const request = { ...owner, ticketIds: ['7'], surface: 'web' } as const;
      t.like(await restore({ ...request, hiddenBy: 'another undo' }), { changed: 0, unchanged: 1 });
      t.like(await restore({ ...request, hiddenBy: 'undo' }), { changed: 1 });
      const { pages, events } = reads();
      t.true(pages <= 8 && events <= 250, `${pages} reads, ${events} events`);
    },
  );

  behaves('a stream of thousands of events is erased while others append', async (t: ExecutionContext, store) => {
    const [erased, other] = [`collection-${randomUUID()}`, `collection-${randomUUID()}`];
    const facts = Array.from({ length: 4_000 }, () =>
      newEvent({ type: 'GapRestored', data: { gapId: 'g', collectionId: 'c', userId: 'u' } }),
    );
    await appendInParts(store, erased, facts);
    const erasing = store.eraseUnchanged([{ stream: erased, revision: facts.length - 1 }]);
    const late = newEvent({ type: 'GapRestored', data: { gapId: 'g', collectionId: 'c', userId: 'u' } });
    await appendInParts(store, other, [newEvent(late)]);
    t.deepEqual(await erasing, []);
    const [outcome] = await store.appendAll([{ stream: erased, expected: facts.length - 1, events: [late] }]);
    t.is(outcome?.outcome, 'conflict');
    t.deepEqual(await store.read(erased), []);
    t.is((await store.read(other)).length, 1);
  });
};

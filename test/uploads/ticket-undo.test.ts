import test, { type ExecutionContext } from 'ava';
import type { Metadata, RecordedEvent } from '../../src/domain/events.ts';
import type { TicketFact } from '../../src/domain/ticket-events.ts';
import { contentOf, ticket } from '../../src/domain/ticket.ts';
import { correctorOf, hiddenBy, ticketUndo, type UploadedTicket } from '../../src/domain/ticket-undo.ts';
import { readForUndo } from '../../src/uploads/read-for-undo.ts';
import { ticketChanged, ticketCorrected, ticketStored } from '../support/events.ts';
import { pagesOf } from '../support/ticket-stream.ts';

const owner = { tenantId: 'u1', collectionId: 'c1', ticketId: '7' };
const stored = ticketStored(owner);
const withdrawn = ticketChanged('TicketWithdrawn', owner);
const restored = ticketChanged('TicketRestored', owner);

type Told = readonly [TicketFact, Partial<Metadata>?];

const stream = (...facts: readonly Told[]): readonly RecordedEvent[] =>
  facts.map(([fact, metadata], revision) => ({
    ...fact,
    ...{ id: String(revision), stream: 'ticket', revision, position: BigInt(revision + 1) },
    metadata: { at: '2026-01-02T03:04:05.000Z', commandId: 'someone', ...metadata },
  }));

/** What newer versions record of a ticket with each of its events. */
const withOutlines = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.map((event, index) => {
    const past = events.slice(0, index + 1);
    const after = past.reduce((state, one) => ticket.evolve(state, one as never), ticket.initialState);
    if (index === 0 || !('data' in after)) return event;
    const newest = (isWanted: (one: RecordedEvent) => boolean) => past.findLastIndex(isWanted);
    const outline = {
      ...{ state: after.status, revision: after.revision, content: newest(({ data }) => 'vector' in data) },
      ...(after.isFlagged && { flagged: newest(({ type }) => type === 'TicketFlagged') }),
    };
    return { ...event, metadata: { ...event.metadata, ticket: outline } };
  });

/** The undo of a stream as this version and as an earlier one has written it; it began before its own events. */
const undoOf = async (t: ExecutionContext, told: readonly RecordedEvent[], uploaded: UploadedTicket) => {
  const events = told.map((event, index) => ({ ...event, revision: index, position: BigInt(index + 1) }));
  const own = events.findIndex(({ metadata }) => metadata.commandId === uploaded.undoId);
  const startedAt = BigInt(own < 0 ? events.length : own);
  const undo = async (written: readonly RecordedEvent[]) => {
    const { past } = await readForUndo(pagesOf(written), { ...owner, recordId: '7' }, { ...uploaded, startedAt });
    return ticketUndo(past, uploaded);
  };
  const undone = await undo(withOutlines(events));
  // No version has flagged tickets without them.
  if (!events.some(({ type }) => type === 'TicketFlagged')) t.deepEqual(await undo(events), undone);
  return undone;
};

const byUpload = { uploadId: 'up', place: 4 };
const byUndo = { commandId: 'undo' };
const updateOf = (outcome: UploadedTicket['outcome'], undoId = 'another undo'): UploadedTicket => ({
  ...{ uploadId: 'up', index: 4, outcome, undoId },
});
const correctedTo = (problem: string, revision: number) => ticketCorrected(owner, revision, problem);

test('a ticket that the upload stored is hidden, also if its text was corrected since', async (t) => {
  const undo = await undoOf(t, stream([stored, byUpload]), updateOf('stored'));
  t.deepEqual(undo, { countedAs: 'withdrawn', corrected: false, command: { type: 'UndoTicket' } });
  t.like(await undoOf(t, stream([stored, byUpload], [correctedTo('Иначе', 2)]), updateOf('stored')), {
    ...{ countedAs: 'withdrawn', corrected: true },
  });
});

test('what is withdrawn or erased already is gone, and needs no command', async (t) => {
  const gone = { countedAs: 'gone', corrected: false } as const;
  t.deepEqual(await undoOf(t, stream([stored, byUpload], [withdrawn]), updateOf('stored')), gone);
  t.deepEqual(await undoOf(t, [], updateOf('stored')), gone);
  t.deepEqual(await undoOf(t, [], updateOf('updated')), gone);
});

test('a ticket that the upload updated gets its content before, with the vector of then', async (t) => {
  const events = stream([stored], [correctedTo('Из выгрузки', 2), byUpload]);
  t.deepEqual(await undoOf(t, events, updateOf('updated')), {
    countedAs: 'takenBack',
    corrected: false,
    command: { type: 'CorrectTicket', revision: 2, texts: contentOf(stored.data), vector: stored.data.vector },
    restored: null,
  });
  const hidden = await undoOf(t, [...events, ...stream([withdrawn])], updateOf('updated'));
  t.is(hidden.countedAs, 'takenBack', 'it stays withdrawn with its text of before');
});

test('a text that was corrected after the update is left, unless the undo of a later update has put it back', async (t) => {
  const update: Told = [correctedTo('Из выгрузки', 2), byUpload];
  const later: Told = [correctedTo('Рукой', 3)];
  t.deepEqual(await undoOf(t, stream([stored], update, later), updateOf('updated')), {
    countedAs: 'left',
    corrected: false,
  });
  const again = correctedTo('Из выгрузки', 4);
  t.like(await undoOf(t, stream([stored], update, later, [again]), updateOf('updated')), { countedAs: 'left' });
  const next: Told = [correctedTo('Из следующей', 3), { uploadId: 'next', place: 0 }];
  const ofNext = { uploadId: 'next', index: 0, outcome: 'updated', undoId: 'undo' } as const;
  const { restored: update4, ...undone } = await undoOf(t, stream([stored], update, next), ofNext);
  t.like(undone, { countedAs: 'takenBack', command: { texts: { problem: ['Из выгрузки'] } } });
  t.deepEqual(update4, { ...byUpload, revision: 1 });
  const putBack: Told = [again, { ...byUndo, restored: byUpload }];
  t.like(await undoOf(t, stream([stored], update, next, putBack), updateOf('updated')), {
    ...{ countedAs: 'takenBack', command: { texts: contentOf(stored.data) }, restored: null },
  });
  const otherIndex = { ...updateOf('updated'), index: 5 };
  t.like(await undoOf(t, stream([stored], update), otherIndex), { countedAs: 'left' });
  const reembedded: Told = [
    {
      type: 'TicketReembedded',
      data: { ...correctedTo('Из выгрузки', 2).data, vector: { model: 'next', values: '' } },
    },
  ];
  t.like(await undoOf(t, stream([stored], update, reembedded), updateOf('updated')), { countedAs: 'takenBack' });
});

test('a text that an undo has put back is the corrector’s that had given it, and of nobody if the ticket was stored with it', async (t) => {
  const update: Told = [correctedTo('Из выгрузки', 3), byUpload];
  const { restored: byHand } = await undoOf(
    t,
    stream([stored], [correctedTo('Рукой', 2)], update),
    updateOf('updated'),
  );
  t.is(byHand, undefined);
  const putBack: Told = [correctedTo('Проблема', 4), { ...byUndo, restored: null }];
  const ofFirst = { uploadId: 'first', index: 0, outcome: 'stored', undoId: 'undo of first' } as const;
  t.like(await undoOf(t, stream([stored], update, putBack), ofFirst), { countedAs: 'withdrawn', corrected: false });
  const correctors = stream([stored], [correctedTo('Рукой', 2)], update, putBack).map(correctorOf);
  t.deepEqual(correctors, [null, 'person', 'upload', null]);
});

test('an undo that keeps what was done by hand leaves a correction and a flag, and no update of another upload', async (t) => {
  const keeping = { ...updateOf('stored'), keepsByHand: true };
  const flagged: Told = [ticketChanged('TicketFlagged', owner)];
  const byHand: Told = [correctedTo('Рукой', 2)];
  const update: Told = [correctedTo('Из выгрузки', 2), { uploadId: 'next', place: 0 }];
  const kept = { countedAs: 'kept', corrected: false } as const;
  for (const one of [byHand, flagged]) t.deepEqual(await undoOf(t, stream([stored, byUpload], one), keeping), kept);
  for (const events of [
    [],
    [update],
    [byHand, [withdrawn] as Told, [restored] as Told, update],
    [flagged, byHand, update],
  ])
    t.is((await undoOf(t, stream([stored, byUpload], ...events), keeping)).countedAs, 'withdrawn');
  t.is((await undoOf(t, stream([stored, byUpload], byHand, [withdrawn]), keeping)).countedAs, 'gone');
  t.is((await undoOf(t, stream([stored, byUpload], byHand), updateOf('stored'))).countedAs, 'withdrawn');
});

test('a ticket that was stored again belongs to the upload that did it', async (t) => {
  const undone: Told = [ticketChanged('TicketUndone', owner), byUndo];
  const again: Told = [
    { type: 'TicketStoredAgain', data: { ...stored.data, revision: 3 } },
    { uploadId: 'next', place: 0 },
  ];
  const update: Told = [correctedTo('Из выгрузки', 2), byUpload];
  const events = stream([stored], update, undone, again);
  t.like(await undoOf(t, events, updateOf('updated')), { countedAs: 'left' }, 'a text before it is not put back');
  const ofNext = { uploadId: 'next', index: 0, outcome: 'stored', undoId: 'last undo' } as const;
  t.deepEqual(await undoOf(t, events, ofNext), {
    countedAs: 'withdrawn',
    corrected: false,
    command: { type: 'UndoTicket' },
  });
  const updated: Told = [correctedTo('Из последней', 4), { uploadId: 'last', place: 0 }];
  const ofLast = { uploadId: 'last', index: 0, outcome: 'updated', undoId: 'last undo' } as const;
  const { restored: given, ...back } = await undoOf(t, stream([stored], undone, again, updated), ofLast);
  t.like(back, { countedAs: 'takenBack', command: { texts: contentOf(stored.data) } });
  t.is(given, null, 'its text is the one that it was stored with');
});

/** Whether the newest event that hides or shows the ticket is of a command. */
const isHidden = (events: readonly RecordedEvent[], commandId: string) =>
  events.map(hiddenBy).findLast((by) => by !== undefined) === commandId;

test('a ticket is hidden by an undo until a person or an upload decides on it, also by an undo of an older release', (t) => {
  const undone: Told = [ticketChanged('TicketUndone', owner), byUndo];
  t.true(isHidden(stream([stored, byUpload], undone), 'undo'));
  t.true(isHidden(stream([stored, byUpload], [withdrawn, byUndo]), 'undo'));
  t.true(isHidden(stream([stored, byUpload], undone, [correctedTo('Иначе', 2)]), 'undo'));
  for (const later of [withdrawn, restored]) t.false(isHidden(stream([stored, byUpload], undone, [later]), 'undo'));
  t.false(isHidden(stream([stored, byUpload], undone), 'another undo'));
  t.false(isHidden(stream([stored, byUpload]), 'undo'));
});

test('what the undo has done is not done again, whatever a person did after it', async (t) => {
  const done = stream([stored, byUpload], [correctedTo('Иначе', 2)], [withdrawn, byUndo], [restored]);
  t.deepEqual(await undoOf(t, done, updateOf('stored', 'undo')), { countedAs: 'withdrawn', corrected: true });
  const back = stream([stored], [correctedTo('Из выгрузки', 2), byUpload], [correctedTo('Было', 3), byUndo]);
  t.deepEqual(await undoOf(t, back, updateOf('updated', 'undo')), { countedAs: 'takenBack', corrected: false });
});

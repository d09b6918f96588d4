import test from 'ava';
import type { Metadata, RecordedEvent } from '../../src/domain/events.ts';
import type { TicketFact } from '../../src/domain/ticket-events.ts';
import { contentOf } from '../../src/domain/ticket.ts';
import {
  correctorOf,
  hiddenBy,
  ticketUndo,
  unreadForUndo,
  type UploadedTicket,
  withEventForUndo,
} from '../../src/domain/ticket-undo.ts';
import { ticketChanged, ticketCorrected, ticketStored } from '../support/events.ts';

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

const undoOf = (events: readonly RecordedEvent[], uploaded: UploadedTicket) =>
  ticketUndo(
    events.reduce((past, event) => withEventForUndo(past, event, uploaded), unreadForUndo),
    uploaded,
  );

const byUpload = { uploadId: 'up', place: 4 };
const byUndo = { commandId: 'undo' };
const updateOf = (outcome: UploadedTicket['outcome'], undoId = 'another undo'): UploadedTicket => ({
  ...{ uploadId: 'up', index: 4, outcome, undoId },
});
const correctedTo = (problem: string, revision: number) => ticketCorrected(owner, revision, problem);

test('a ticket that the upload stored is hidden, also if its text was corrected since', (t) => {
  const undo = undoOf(stream([stored, byUpload]), updateOf('stored'));
  t.deepEqual(undo, { countedAs: 'withdrawn', corrected: false, command: { type: 'UndoTicket' } });
  t.like(undoOf(stream([stored, byUpload], [correctedTo('Иначе', 2)]), updateOf('stored')), {
    ...{ countedAs: 'withdrawn', corrected: true },
  });
});

test('what is withdrawn or erased already is gone, and needs no command', (t) => {
  const gone = { countedAs: 'gone', corrected: false } as const;
  t.deepEqual(undoOf(stream([stored, byUpload], [withdrawn]), updateOf('stored')), gone);
  t.deepEqual(undoOf([], updateOf('stored')), gone);
  t.deepEqual(undoOf([], updateOf('updated')), gone);
});

test('a ticket that the upload updated gets its content before, with the vector of then', (t) => {
  const events = stream([stored], [correctedTo('Из выгрузки', 2), byUpload]);
  t.deepEqual(undoOf(events, updateOf('updated')), {
    countedAs: 'takenBack',
    corrected: false,
    command: { type: 'CorrectTicket', revision: 2, texts: contentOf(stored.data), vector: stored.data.vector },
    restored: null,
  });
  const hidden = undoOf([...events, ...stream([withdrawn])], updateOf('updated'));
  t.is(hidden.countedAs, 'takenBack', 'it stays withdrawn with its text of before');
});

test('a text that was corrected after the update is left, unless the undo of a later update has put it back', (t) => {
  const update: Told = [correctedTo('Из выгрузки', 2), byUpload];
  const later: Told = [correctedTo('Рукой', 3)];
  t.deepEqual(undoOf(stream([stored], update, later), updateOf('updated')), { countedAs: 'left', corrected: false });
  const again = correctedTo('Из выгрузки', 4);
  t.like(undoOf(stream([stored], update, later, [again]), updateOf('updated')), { countedAs: 'left' });
  const next: Told = [correctedTo('Из следующей', 3), { uploadId: 'next', place: 0 }];
  const ofNext = { uploadId: 'next', index: 0, outcome: 'updated', undoId: 'undo' } as const;
  const { restored: update4, ...undone } = undoOf(stream([stored], update, next), ofNext);
  t.like(undone, { countedAs: 'takenBack', command: { texts: { problem: ['Из выгрузки'] } } });
  t.deepEqual(update4, byUpload);
  const putBack: Told = [again, { ...byUndo, restored: byUpload }];
  t.like(undoOf(stream([stored], update, next, putBack), updateOf('updated')), {
    ...{ countedAs: 'takenBack', command: { texts: contentOf(stored.data) }, restored: null },
  });
  const otherIndex = { ...updateOf('updated'), index: 5 };
  t.like(undoOf(stream([stored], update), otherIndex), { countedAs: 'left' });
  const reembedded: Told = [
    {
      type: 'TicketReembedded',
      data: { ...correctedTo('Из выгрузки', 2).data, vector: { model: 'next', values: '' } },
    },
  ];
  t.like(undoOf(stream([stored], update, reembedded), updateOf('updated')), { countedAs: 'takenBack' });
});

test('a text that an undo has put back is the corrector’s that had given it, and of nobody if the ticket was stored with it', (t) => {
  const update: Told = [correctedTo('Из выгрузки', 3), byUpload];
  const { restored: byHand } = undoOf(stream([stored], [correctedTo('Рукой', 2)], update), updateOf('updated'));
  t.is(byHand, undefined);
  const putBack: Told = [correctedTo('Проблема', 4), { ...byUndo, restored: null }];
  const ofFirst = { uploadId: 'first', index: 0, outcome: 'stored', undoId: 'undo of first' } as const;
  t.like(undoOf(stream([stored], update, putBack), ofFirst), { countedAs: 'withdrawn', corrected: false });
  const correctors = stream([stored], [correctedTo('Рукой', 2)], update, putBack).map(correctorOf);
  t.deepEqual(correctors, [null, 'person', 'upload', null]);
});

test('an undo that keeps what was done by hand leaves a correction and a flag, and no update of another upload', (t) => {
  const keeping = { ...updateOf('stored'), keepsByHand: true };
  const flagged: Told = [ticketChanged('TicketFlagged', owner)];
  const byHand: Told = [correctedTo('Рукой', 2)];
  const update: Told = [correctedTo('Из выгрузки', 2), { uploadId: 'next', place: 0 }];
  const kept = { countedAs: 'kept', corrected: false } as const;
  for (const one of [byHand, flagged]) t.deepEqual(undoOf(stream([stored, byUpload], one), keeping), kept);
  for (const events of [
    [],
    [update],
    [byHand, [withdrawn] as Told, [restored] as Told, update],
    [flagged, byHand, update],
  ])
    t.is(undoOf(stream([stored, byUpload], ...events), keeping).countedAs, 'withdrawn');
  t.is(undoOf(stream([stored, byUpload], byHand, [withdrawn]), keeping).countedAs, 'gone');
  t.is(undoOf(stream([stored, byUpload], byHand), updateOf('stored')).countedAs, 'withdrawn');
});

test('a ticket that was stored again belongs to the upload that did it', (t) => {
  const undone: Told = [ticketChanged('TicketUndone', owner), byUndo];
  const again: Told = [
    { type: 'TicketStoredAgain', data: { ...stored.data, revision: 3 } },
    { uploadId: 'next', place: 0 },
  ];
  const update: Told = [correctedTo('Из выгрузки', 2), byUpload];
  const events = stream([stored], update, undone, again);
  t.like(undoOf(events, updateOf('updated')), { countedAs: 'left' }, 'a text before it is not put back');
  const ofNext = { uploadId: 'next', index: 0, outcome: 'stored', undoId: 'last undo' } as const;
  t.deepEqual(undoOf(events, ofNext), {
    countedAs: 'withdrawn',
    corrected: false,
    command: { type: 'UndoTicket' },
  });
  const updated: Told = [correctedTo('Из последней', 4), { uploadId: 'last', place: 0 }];
  const ofLast = { uploadId: 'last', index: 0, outcome: 'updated', undoId: 'last undo' } as const;
  const { restored: given, ...back } = undoOf(stream([stored], undone, again, updated), ofLast);
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

test('what the undo has done is not done again, whatever a person did after it', (t) => {
  const done = stream([stored, byUpload], [correctedTo('Иначе', 2)], [withdrawn, byUndo], [restored]);
  t.deepEqual(undoOf(done, updateOf('stored', 'undo')), { countedAs: 'withdrawn', corrected: true });
  const back = stream([stored], [correctedTo('Из выгрузки', 2), byUpload], [correctedTo('Было', 3), byUndo]);
  t.deepEqual(undoOf(back, updateOf('updated', 'undo')), { countedAs: 'takenBack', corrected: false });
});

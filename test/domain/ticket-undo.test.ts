import test from 'ava';
import type { Metadata, RecordedEvent } from '../../src/domain/events.ts';
import type { TicketFact } from '../../src/domain/ticket-events.ts';
import { contentOf } from '../../src/domain/ticket.ts';
import { ticketUndo, unreadForUndo, type UploadedTicket, withEventForUndo } from '../../src/domain/ticket-undo.ts';
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

test('a ticket that the upload stored is withdrawn, also if its text was corrected since', (t) => {
  const undo = undoOf(stream([stored, byUpload]), updateOf('stored'));
  t.deepEqual(undo, { countedAs: 'withdrawn', corrected: false, command: { type: 'WithdrawTicket' } });
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
    restored: undefined,
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
    ...{ countedAs: 'takenBack', command: { texts: contentOf(stored.data) }, restored: undefined },
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

test('what the undo has done is not done again, whatever a person did after it', (t) => {
  const done = stream([stored, byUpload], [correctedTo('Иначе', 2)], [withdrawn, byUndo], [restored]);
  t.deepEqual(undoOf(done, updateOf('stored', 'undo')), { countedAs: 'withdrawn', corrected: true });
  const back = stream([stored], [correctedTo('Из выгрузки', 2), byUpload], [correctedTo('Было', 3), byUndo]);
  t.deepEqual(undoOf(back, updateOf('updated', 'undo')), { countedAs: 'takenBack', corrected: false });
});

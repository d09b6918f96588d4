import test from 'ava';
import type { CollectionConfigured } from '../../src/domain/events.ts';
import { collection } from '../../src/domain/collection.ts';
import { CollectionNotFound, InvalidInput, TicketChanged, TicketNotFound } from '../../src/domain/errors.ts';
import { ticket, type TicketCommand } from '../../src/domain/ticket.ts';
import type { TicketCorrected, TicketFact } from '../../src/domain/ticket-events.ts';
import { specificationOf } from '../support/decider-specification.ts';
import {
  collectionCreated,
  collectionDeleted,
  erasureRequested,
  ticketChanged,
  ticketCorrected,
  ticketStored,
} from '../support/events.ts';

const spec = specificationOf(ticket);
const owner = { tenantId: 'u1', collectionId: 'c1', ticketId: '7' };
const stored = ticketStored(owner);
const withdrawn = ticketChanged('TicketWithdrawn', owner);
const restored = ticketChanged('TicketRestored', owner);
const vector = { model: 'next', values: stored.data.vector.values };
const reembedded = (before: TicketFact): TicketFact => ({
  type: 'TicketReembedded',
  data: { ...(before as typeof stored).data, vector },
});
const corrected = (revision: number): TicketCorrected => ticketCorrected(owner, revision, 'Иначе');
const erased = erasureRequested({ ...owner, ticketIds: ['7'] });

const store: TicketCommand = { type: 'StoreTicket', data: stored.data };
const withdraw: TicketCommand = { type: 'WithdrawTicket' };
const restore: TicketCommand = { type: 'RestoreTicket' };
const correct = (revision: number, problem = 'Иначе'): TicketCommand => {
  const { category, solution, vector: own } = ticketCorrected(owner, revision + 1, problem).data;
  return { type: 'CorrectTicket', revision, texts: { category, problem: [problem], solution }, vector: own };
};

test('the same ticket sent twice to one collection is stored once', (t) => {
  spec(t).given().when(store).then(stored);
  spec(t).given(stored).when(store).then();
});

test('what was withdrawn or erased is not stored again', (t) => {
  spec(t).given(stored, withdrawn).when(store).then();
  spec(t).given(erased).when(store).then();
});

test('what an undo has hidden is stored again with the next revision, unless a person has decided on it since', (t) => {
  const undone = ticketChanged('TicketUndone', owner);
  const again = { type: 'TicketStoredAgain', data: { ...stored.data, revision: 3 } } as const;
  const undo: TicketCommand = { type: 'UndoTicket' };
  spec(t).given(stored).when(undo).then(undone);
  spec(t).given(stored, withdrawn).when(undo).then();
  spec(t).given(stored, undone).when(undo).then();
  spec(t).given(stored, corrected(2), undone).when(store).then(again);
  spec(t).given(stored, undone, withdrawn).when(store).then();
  spec(t).given(stored, undone).when(withdraw).then(withdrawn);
  spec(t).given(stored, undone).when(restore).then(restored);
  spec(t).given(stored, undone, restored).when(store).then();
  spec(t).given(stored, corrected(2), undone, again).when(store).then();
  spec(t)
    .given(stored, corrected(2), undone, again)
    .when(correct(3, 'Ещё раз'))
    .then(ticketCorrected(owner, 4, 'Ещё раз'));
});

test('a flag for review stays until somebody confirms the ticket or gives it other texts', (t) => {
  const flagged = ticketChanged('TicketFlagged', owner);
  const confirmed = ticketChanged('TicketConfirmed', owner);
  const [flag, confirm]: readonly TicketCommand[] = [{ type: 'FlagTicket' }, { type: 'ConfirmTicket' }];
  if (!flag || !confirm) return;
  spec(t).given(stored).when(flag).then(flagged);
  spec(t).given(stored, flagged).when(flag).then();
  spec(t).given(stored, flagged).when(confirm).then(confirmed);
  spec(t).given(stored, flagged, confirmed).when(confirm).then();
  spec(t).given(stored, flagged, corrected(2)).when(confirm).then();
  spec(t).given(stored, flagged, reembedded(stored), withdrawn, restored).when(confirm).then(confirmed);
  spec(t).given(erased).when(flag).thenRefused(TicketNotFound);
});

test('a stored ticket gets one vector of each model, and one that is missing none', (t) => {
  const reembed = { type: 'ReembedTicket', vector } as const;
  spec(t).given().when(reembed).then();
  spec(t).given(erased).when(reembed).then();
  spec(t).given(stored).when(reembed).then(reembedded(stored));
  spec(t).given(stored, reembedded(stored)).when(reembed).then();
  const longer = { model: 'next', values: `${vector.values}AAAA` };
  spec(t)
    .given(stored, reembedded(stored))
    .when({ type: 'ReembedTicket', vector: longer })
    .then({ type: 'TicketReembedded', data: { ...stored.data, vector: longer } });
});

test('a withdrawn ticket gets vectors too, with the texts that it has now, and stays withdrawn', (t) => {
  const { revision, ...data } = corrected(2).data;
  t.is(revision, 2);
  const again: TicketFact = { type: 'TicketReembedded', data: { ...data, vector } };
  spec(t).given(stored, corrected(2), withdrawn).when({ type: 'ReembedTicket', vector }).then(again);
  spec(t).given(stored, corrected(2), withdrawn, again).when(withdraw).then();
});

test('a correction bumps the revision and repeats the whole ticket', (t) => {
  spec(t).given(stored).when(correct(1)).then(corrected(2));
  spec(t)
    .given(stored, corrected(2))
    .when(correct(2, 'Ещё иначе'))
    .then(ticketCorrected(owner, 3, 'Ещё иначе'));
});

test('a vector of another model, a withdrawal and a restoration leave the revision as it is', (t) => {
  spec(t).given(stored, reembedded(stored), withdrawn, restored).when(correct(1)).then(corrected(2));
});

test('a withdrawn ticket can be corrected and stays withdrawn', (t) => {
  spec(t).given(stored, withdrawn).when(correct(1)).then(corrected(2));
  spec(t).given(stored, withdrawn, corrected(2)).when(withdraw).then();
});

test('a correction of a revision that has moved is refused, whatever its text', (t) => {
  spec(t).given(stored, corrected(2)).when(correct(1)).thenRefused(TicketChanged);
  spec(t).given(stored).when(correct(2)).thenRefused(TicketChanged);
});

test('a correction that changes nothing is no fact', (t) => {
  spec(t).given(stored, corrected(2)).when(correct(2)).then();
});

test('a ticket is withdrawn and restored, each once', (t) => {
  spec(t).given(stored).when(withdraw).then(withdrawn);
  spec(t).given(stored, withdrawn).when(withdraw).then();
  spec(t).given(stored, withdrawn).when(restore).then(restored);
  spec(t).given(stored).when(restore).then();
  spec(t).given(stored, withdrawn, restored).when(withdraw).then(withdrawn);
});

test('a ticket that is missing or erased cannot be changed', (t) => {
  for (const command of [withdraw, restore, correct(1)]) {
    spec(t).given().when(command).thenRefused(TicketNotFound);
    spec(t).given(erased).when(command).thenRefused(TicketNotFound);
  }
});

const collectionSpec = specificationOf(collection);
const created = collectionCreated('c1', 'u1');
const configured = (data: Omit<CollectionConfigured['data'], 'collectionId' | 'userId'>) =>
  ({ type: 'CollectionConfigured', data: { collectionId: 'c1', userId: 'u1', ...data } }) as const;
const configure = (data: Parameters<typeof configured>[0], userId = 'u1') =>
  ({ type: 'ConfigureCollection', data: { ...configured(data).data, userId } }) as const;

test('settings that are given are changed, equal ones are no fact', (t) => {
  const ticketUrl = 'https://desk.example/{ticket_id}';
  collectionSpec(t)
    .given(created)
    .when(configure({ name: 'Новое' }))
    .then(configured({ name: 'Новое' }));
  collectionSpec(t).given(created).when(configure({ ticketUrl })).then(configured({ ticketUrl }));
  collectionSpec(t)
    .given(created)
    .when(configure({ name: 'Support' }))
    .then();
  collectionSpec(t).given(created, configured({ ticketUrl })).when(configure({ ticketUrl })).then();
  collectionSpec(t)
    .given(created, configured({ ticketUrl }))
    .when(configure({ ticketUrl: null }))
    .then(configured({ ticketUrl: null }));
  collectionSpec(t).given(created).when(configure({})).then();
  const notNames = ['Алиса'];
  collectionSpec(t).given(created).when(configure({ notNames })).then(configured({ notNames }));
  collectionSpec(t).given(created, configured({ notNames })).when(configure({ notNames })).then();
  collectionSpec(t)
    .given(created, configured({ notNames }))
    .when(configure({ notNames: [] }))
    .then(configured({ notNames: [] }));
  collectionSpec(t)
    .given(created)
    .when(configure({ notNames: [] }))
    .then();
});

const advance = (source: string, cursor: string | null, userId = 'u1') =>
  ({ type: 'AdvanceSync', data: { collectionId: 'c1', userId, source, cursor } }) as const;
const advanced = (source: string, cursor: string | null) => ({
  type: 'SyncAdvanced' as const,
  data: advance(source, cursor).data,
});

test('a cursor that has moved is a fact, of so many sources at most', (t) => {
  collectionSpec(t).given(created).when(advance('a', '1')).then(advanced('a', '1'));
  collectionSpec(t).given(created, advanced('a', '1')).when(advance('a', '1')).then();
  collectionSpec(t).given(created).when(advance('a', null)).then();
  collectionSpec(t).given(created, advanced('a', '1')).when(advance('a', null)).then(advanced('a', null));
  const all = Array.from({ length: 10 }, (_, index) => advanced(`s${index}`, '1'));
  collectionSpec(t)
    .given(created, ...all)
    .when(advance('s3', '2'))
    .then(advanced('s3', '2'));
  collectionSpec(t)
    .given(created, ...all)
    .when(advance('a', '1'))
    .thenRefused(InvalidInput);
  collectionSpec(t)
    .given(created, ...all, advanced('s3', null))
    .when(advance('a', '1'))
    .then(advanced('a', '1'));
  collectionSpec(t)
    .given(created)
    .when(advance('a', '1', 'u2'))
    .thenRefused(CollectionNotFound);
});

test('the settings of a collection that is deleted or another’s cannot be changed', (t) => {
  const name = 'Новое';
  collectionSpec(t)
    .given(created, collectionDeleted('c1', 'u1'))
    .when(configure({ name }))
    .thenRefused(CollectionNotFound);
  collectionSpec(t).given(created).when(configure({ name }, 'u2')).thenRefused(CollectionNotFound);
  collectionSpec(t).given().when(configure({ name })).thenRefused(CollectionNotFound);
});

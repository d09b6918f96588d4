import type { TicketIndexChange } from '../../../ports/ticket-index.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, noteErasure, uuidBytes } from '../database.ts';
import {
  additionStatements,
  type Adding,
  addTicket,
  bytesOf,
  hasUsableVector,
  newTickets,
  type TargetCollection,
  targetCollection,
  textColumns,
  textValues,
} from './ticket-additions.ts';
import { ticketWords } from './ticket-words.ts';
import { countNew, recountUploaded, uploadedColumns, type UploadedRow } from './uploaded-counts.ts';

type Change<Type extends TicketIndexChange['type']> = Extract<TicketIndexChange, { readonly type: Type }>;

const statementsOf = (database: Database) => ({
  ...additionStatements(database),
  ticket: database.prepare(`SELECT number, position FROM tickets WHERE collection = ? AND record = ?`),
  searched: database.prepare(
    `SELECT collection, ticket_id, category, state, changed_position > number AS changed, problem, solution FROM tickets WHERE number = ?`,
  ),
  kind: database.prepare(`SELECT category, ${uploadedColumns} FROM tickets WHERE number = ?`),
  uncount: database.prepare(`UPDATE counts SET count = count - 1 WHERE collection = ? AND category = ? AND state = ?`),
  forgetCount: database.prepare(`DELETE FROM counts WHERE collection = ? AND category = ? AND state = ? AND count = 0`),
  correct: database.prepare(`
    UPDATE tickets SET position = ?2, changed_position = ?2, revision = ?3, corrected = ?6, flagged_at = NULL, changed_at = ?4, updated_by = ?5, ${textColumns.map((name) => `${name} = ?`).join(', ')}
    WHERE number = ?1`),
  moveTo: database.prepare(`UPDATE tickets SET position = ?2 WHERE number = ?1`),
  changeState: database.prepare(
    `UPDATE tickets SET position = ?2, changed_position = ?2, state = ?3, changed_at = ?4 WHERE number = ?1`,
  ),
  flag: database.prepare(`UPDATE tickets SET position = ?2, flagged_at = ?3 WHERE number = ?1`),
  remove: database.prepare(`DELETE FROM tickets WHERE number = ?`),
  erased: database.prepare(`SELECT 1 FROM erased WHERE collection = ? AND record = ?`),
  addErased: database.prepare(`INSERT INTO erased (collection, record) VALUES (?, ?) ON CONFLICT DO NOTHING`),
  removeVector: database.prepare(`DELETE FROM vectors WHERE ticket = ?`),
  renumberVector: database.prepare(`
    INSERT INTO vectors (collection, ticket, vector) SELECT collection, ticket, vector FROM vectors WHERE ticket = ?`),
  removeOlderVector: database.prepare(`
    DELETE FROM vectors WHERE ticket = ?1 AND number < (SELECT max(number) FROM vectors WHERE ticket = ?1)`),
});

type Statements = ReturnType<typeof statementsOf>;

/** Writes tickets in the caller's transaction; what a later event has written stays. */
export const ticketIndexWrites = (database: Database) => {
  const context = { statements: statementsOf(database), words: ticketWords(database) };
  const { statements } = context;
  return {
    additions: () => newTickets(context),
    put: (change: Change<'put'>): void => putTicket(context, change),
    changeState: ({ ticket, state, at, position }: Change<'change state'>): void => {
      const target = targetCollection(statements, ticket);
      const present = target && presentTicket(statements, target, ticket);
      if (!present || present.position >= position) return;
      recounted(statements, present.number, () =>
        statements.changeState.run(present.number, position, stateNumber(state), at),
      );
      replaceWords(context, present.number);
      // A reader finds it by a number that it has not seen.
      if (state === 'active') {
        statements.renumberVector.run(present.number);
        statements.removeOlderVector.run(present.number);
      }
    },
    flag: ({ ticket, flaggedAt, position }: Change<'flag'>): void => {
      const target = targetCollection(statements, ticket);
      const present = target && presentTicket(statements, target, ticket);
      if (!present || present.position >= position) return;
      recounted(statements, present.number, () => statements.flag.run(present.number, position, flaggedAt));
    },
    erase: (change: Change<'erase'>): void => {
      noteErasure(database);
      eraseTickets(context, change);
    },
    remove: (number: number): void => removeTicket(context, number),
  };
};

type Context = Adding & { readonly statements: Statements };
type Present = { readonly number: number; readonly position: number };
type Ticket = Change<'change state'>['ticket'];

const putTicket = (context: Context, change: Change<'put'>): void => {
  const { statements } = context;
  const { ticket, put, position } = change;
  const target = targetCollection(statements, ticket);
  if (!target) return;
  const isOfModel = hasUsableVector(target, change);
  const present = presentTicket(statements, target, ticket);
  if (present ? present.position >= position : isErased(statements, target, ticket)) return;
  if (present && put.reason === 'stored') removeTicket(context, present.number);
  if (!present || put.reason === 'stored') {
    if (!addTicket(context, target.collection, change)) throw new Error('Another ticket has the number of this one');
    statements.count.run(target.collection, ticket.category, stateNumber('active'), 1);
    if (put.reason === 'stored' && put.uploadId !== null) countNew(statements, target.collection, put.uploadId, 1);
  } else changeTicket(context, present, { ...change, put });
  const number = present && put.reason !== 'stored' ? present.number : Number(position);
  if (present && (isOfModel || put.reason === 'corrected')) statements.removeVector.run(number);
  if (isOfModel) statements.insertVector.run(target.collection, number, bytesOf(change.vector));
};

const presentTicket = (
  { ticket }: Statements,
  { collection }: TargetCollection,
  { recordId }: Pick<Ticket, 'recordId'>,
): Present | undefined => ticket.get(collection, uuidBytes(recordId)) as Present | undefined;

const eraseTickets = (context: Context, { recordIds, ...owner }: Change<'erase'>): void => {
  const { statements } = context;
  const target = targetCollection(statements, owner);
  if (!target) return;
  for (const recordId of recordIds) {
    const present = presentTicket(statements, target, { recordId });
    if (present) removeTicket(context, present.number);
    statements.addErased.run(target.collection, uuidBytes(recordId));
  }
};

const isErased = (
  { erased }: Statements,
  { collection }: TargetCollection,
  { recordId }: Pick<Ticket, 'recordId'>,
): boolean => erased.get(collection, uuidBytes(recordId)) !== undefined;

/** Gives a ticket other texts, or notes that it has another vector. */
const changeTicket = (context: Context, { number }: Present, { ticket, put, position }: Change<'put'>): void => {
  const { statements } = context;
  if (put.reason === 'corrected') {
    const { revision, at, updatedBy, isAsStored } = put;
    recounted(statements, number, () =>
      statements.correct.run(number, position, revision, at, updatedBy, isAsStored ? 0 : 1, ...textValues(ticket)),
    );
    replaceWords(context, number);
  } else statements.moveTo.run(number, position);
};

/** Writes the words of a changed ticket again. */
const replaceWords = ({ statements, words }: Context, number: number): void => {
  const row = statements.searched.get(number);
  if (!row) return;
  words.remove(number);
  words.add(number, {
    collection: row['collection'] as number,
    ticketId: row['ticket_id'] as string,
    category: row['category'] as string,
    isWithdrawn: row['state'] === stateNumber('withdrawn'),
    isChanged: row['changed'] === 1,
    problem: JSON.parse(row['problem'] as string) as readonly string[],
    solution: JSON.parse(row['solution'] as string) as readonly string[],
  });
};

/** Counts a ticket by what a change has made of it; an empty count is deleted, since its category may be a text that must not stay. */
const recounted = (statements: Statements, number: number, change: () => void): void => {
  const { kind, count, uncount, forgetCount } = statements;
  const rowNow = () => kind.get(number) as (UploadedRow & { readonly category: string }) | undefined;
  const before = rowNow();
  change();
  const after = rowNow();
  if (after) count.run(after.collection, after.category, after.state, 1);
  recountUploaded(statements, before, after);
  if (!before) return;
  uncount.run(before.collection, before.category, before.state);
  forgetCount.run(before.collection, before.category, before.state);
};

const removeTicket = ({ statements, words }: Context, number: number): void => {
  recounted(statements, number, () => statements.remove.run(number));
  statements.removeVector.run(number);
  words.remove(number);
};

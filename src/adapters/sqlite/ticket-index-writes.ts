import { ContentRefused } from '../../ports/read-model.ts';
import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { stateNumber } from './collection-tables.ts';
import { type Database, noteErasure, uuidBytes } from './database.ts';
import { ticketWords } from './ticket-words.ts';

type Change<Type extends TicketIndexChange['type']> = Extract<TicketIndexChange, { readonly type: Type }>;

const statementsOf = (database: Database, generation: string) => ({
  find: database.prepare(`
    SELECT model, dimensions, (SELECT number FROM ${generation}_collections WHERE id = ?1 AND tenant = ?2) AS collection,
      EXISTS (SELECT 1 FROM ${generation}_deleted WHERE id = ?1) AS deleted FROM ${generation}_model`),
  addCollection: database.prepare(`INSERT INTO ${generation}_collections (id, tenant) VALUES (?, ?)`),
  ticket: database.prepare(`SELECT number, position FROM ${generation}_tickets WHERE collection = ? AND record = ?`),
  searched: database.prepare(
    `SELECT collection, category, state, changed_position > number AS changed, problem, solution FROM ${generation}_tickets WHERE number = ?`,
  ),
  kind: database.prepare(`SELECT collection, category, state FROM ${generation}_tickets WHERE number = ?`),
  count: database.prepare(`
    INSERT INTO ${generation}_counts (collection, category, state, count) VALUES (?1, ?2, ?3, 1) ON CONFLICT DO UPDATE SET count = count + 1`),
  uncount: database.prepare(
    `UPDATE ${generation}_counts SET count = count - 1 WHERE collection = ? AND category = ? AND state = ?`,
  ),
  forgetCount: database.prepare(
    `DELETE FROM ${generation}_counts WHERE collection = ? AND category = ? AND state = ? AND count = 0`,
  ),
  insert: database.prepare(`
    INSERT INTO ${generation}_tickets (number, collection, record, position, state, revision, changed_position, stored_at, changed_at, upload_id,
      ticket_id, category, client, problem, solution) VALUES (?1, ?2, ?3, ?1, 0, 1, ?1, ?4, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`),
  correct: database.prepare(`
    UPDATE ${generation}_tickets SET position = ?2, changed_position = ?2, revision = ?3, changed_at = ?4, updated_by = ?5, category = ?6, problem = ?7, solution = ?8
    WHERE number = ?1`),
  moveTo: database.prepare(`UPDATE ${generation}_tickets SET position = ?2 WHERE number = ?1`),
  changeState: database.prepare(
    `UPDATE ${generation}_tickets SET position = ?2, changed_position = ?2, state = ?3, changed_at = ?4 WHERE number = ?1`,
  ),
  remove: database.prepare(`DELETE FROM ${generation}_tickets WHERE number = ?`),
  erased: database.prepare(`SELECT 1 FROM ${generation}_erased WHERE collection = ? AND record = ?`),
  addErased: database.prepare(
    `INSERT INTO ${generation}_erased (collection, record) VALUES (?, ?) ON CONFLICT DO NOTHING`,
  ),
  insertVector: database.prepare(`INSERT INTO ${generation}_vectors (collection, ticket, vector) VALUES (?, ?, ?)`),
  removeVector: database.prepare(`DELETE FROM ${generation}_vectors WHERE ticket = ?`),
  renumberVector: database.prepare(`
    INSERT INTO ${generation}_vectors (collection, ticket, vector) SELECT collection, ticket, vector FROM ${generation}_vectors WHERE ticket = ?`),
  removeOlderVector: database.prepare(`
    DELETE FROM ${generation}_vectors WHERE ticket = ?1 AND number < (SELECT max(number) FROM ${generation}_vectors WHERE ticket = ?1)`),
});

type Statements = ReturnType<typeof statementsOf>;

/** Writes tickets of a generation in the caller's transaction; what a later event has written stays. */
export const ticketIndexWrites = (database: Database, generation: string) => {
  const context = { statements: statementsOf(database, generation), words: ticketWords(database, generation) };
  const { statements } = context;
  return {
    put: (change: Change<'put'>): void => {
      const { ticket, put, model, vector, position } = change;
      const place = placeOf(statements, ticket);
      if (!place) return;
      const isOfModel = place.model === model && place.dimensions === vector.length;
      if (isOfModel) refuseUnusable(vector);
      const present = presentTicket(statements, place, ticket);
      if (present ? present.position >= position : isErased(statements, place, ticket)) return;
      if (present && put.reason === 'stored') removeTicket(context, present.number);
      const number =
        present && put.reason !== 'stored'
          ? changeTicket(context, present, { ...change, put })
          : addTicket(context, place.collection, change);
      if (present && (isOfModel || put.reason === 'corrected')) statements.removeVector.run(number);
      if (isOfModel) statements.insertVector.run(place.collection, number, bytesOf(vector));
    },
    changeState: ({ ticket, state, at, position }: Change<'change state'>): void => {
      const place = placeOf(statements, ticket);
      const present = place && presentTicket(statements, place, ticket);
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
    erase: (change: Change<'erase'>): void => {
      noteErasure(database);
      eraseTickets(context, change);
    },
    remove: (number: number): void => removeTicket(context, number),
  };
};

type Context = { readonly statements: Statements; readonly words: ReturnType<typeof ticketWords> };
type Present = { readonly number: number; readonly position: number };
type Ticket = Change<'change state'>['ticket'];

const presentTicket = (
  { ticket }: Statements,
  { collection }: Place,
  { recordId }: Pick<Ticket, 'recordId'>,
): Present | undefined => ticket.get(collection, uuidBytes(recordId)) as Present | undefined;

const eraseTickets = (context: Context, { recordIds, ...owner }: Change<'erase'>): void => {
  const { statements } = context;
  const place = placeOf(statements, owner);
  if (!place) return;
  for (const recordId of recordIds) {
    const present = presentTicket(statements, place, { recordId });
    if (present) removeTicket(context, present.number);
    statements.addErased.run(place.collection, uuidBytes(recordId));
  }
};

const isErased = ({ erased }: Statements, { collection }: Place, { recordId }: Pick<Ticket, 'recordId'>): boolean =>
  erased.get(collection, uuidBytes(recordId)) !== undefined;

/** Gives a ticket other texts, or notes that it has another vector. Returns its number. */
const changeTicket = (context: Context, { number }: Present, { ticket, put, position }: Change<'put'>): number => {
  const { statements } = context;
  if (put.reason === 'corrected') {
    const texts = [ticket.category, JSON.stringify(ticket.problem), JSON.stringify(ticket.solution)] as const;
    const { revision, at, updatedBy } = put;
    recounted(statements, number, () => statements.correct.run(number, position, revision, at, updatedBy, ...texts));
    replaceWords(context, number);
  } else statements.moveTo.run(number, position);
  return number;
};

/** Writes the words of a changed ticket again. */
const replaceWords = ({ statements, words }: Context, number: number): void => {
  const row = statements.searched.get(number);
  if (!row) return;
  words.remove(number);
  words.add(number, {
    collection: row['collection'] as number,
    category: row['category'] as string,
    isWithdrawn: row['state'] === stateNumber('withdrawn'),
    isChanged: row['changed'] === 1,
    problem: JSON.parse(row['problem'] as string) as readonly string[],
    solution: JSON.parse(row['solution'] as string) as readonly string[],
  });
};

/** Counts a ticket by what a change has made of it; an empty count is deleted, since its category may be a text that must not stay. */
const recounted = ({ kind, count, uncount, forgetCount }: Statements, number: number, change: () => void): void => {
  const kindNow = () => {
    const row = kind.get(number);
    return row && ([row['collection'], row['category'], row['state']] as [number, string, number]);
  };
  const before = kindNow();
  change();
  const after = kindNow();
  if (after) count.run(...after);
  if (!before) return;
  uncount.run(...before);
  forgetCount.run(...before);
};

const removeTicket = ({ statements, words }: Context, number: number): void => {
  recounted(statements, number, () => statements.remove.run(number));
  statements.removeVector.run(number);
  words.remove(number);
};

type Place = { readonly model: string; readonly dimensions: number; readonly collection: number };

/** Finds the collection of a ticket, added if it is new, and the generation's model; undefined if the collection is deleted or no model was chosen. */
const placeOf = (
  { find, addCollection }: Statements,
  { collectionId, tenantId }: Pick<Ticket, 'collectionId' | 'tenantId'>,
): Place | undefined => {
  const row = find.get(collectionId, tenantId);
  if (!row || row['deleted'] === 1) return undefined;
  const known = row['collection'] as number | null;
  const collection = known ?? Number(addCollection.run(collectionId, tenantId).lastInsertRowid);
  return { model: row['model'] as string, dimensions: row['dimensions'] as number, collection };
};

/** A ticket has the position of the event that stored it as its number: lists are ordered by it. Returns the number. */
const addTicket = (
  { statements, words }: Context,
  collection: number,
  { ticket, put, words: found, position }: Change<'put'>,
): number => {
  const { recordId, ticketId, category, client, problem, solution } = ticket;
  const uploadId = put.reason === 'stored' ? put.uploadId : null;
  const texts = [ticketId, category, client, JSON.stringify(problem), JSON.stringify(solution)] as const;
  statements.insert.run(position, collection, uuidBytes(recordId), put.at, uploadId, ...texts);
  statements.count.run(collection, category, stateNumber('active'));
  words.add(Number(position), { ...ticket, words: found, collection, isWithdrawn: false, isChanged: false });
  return Number(position);
};

const bytesOf = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Cosine needs vectors that point somewhere. */
const refuseUnusable = (vector: Float32Array): void => {
  let squares = 0;
  // An iterator takes five times as long.
  for (let place = 0; place < vector.length; place += 1) squares += (vector[place] ?? 0) ** 2;
  if (squares === 0) throw new ContentRefused('ZeroVector');
  if (!Number.isFinite(squares)) throw new ContentRefused('VectorNotFinite');
};

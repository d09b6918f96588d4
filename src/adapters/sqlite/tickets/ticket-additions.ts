import { details, type TicketDetails } from '../../../domain/ticket-fields.ts';
import { type CleanTicket, textsHash } from '../../../domain/ticket-record.ts';
import { ContentRefused } from '../../../ports/read-model.ts';
import type { TicketIndexChange } from '../../../ports/ticket-index.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, uuidBytes } from '../database.ts';
import type { ticketWords } from './ticket-words.ts';
import { countNew, uploadedStatements } from './uploaded-counts.ts';

type Put = Extract<TicketIndexChange, { readonly type: 'put' }>;
type Ticket = Pick<Put['ticket'], 'collectionId' | 'tenantId'>;

/** The columns of a ticket's texts. */
export const textColumns: readonly string[] = [...details.map(({ name }) => name), 'texts_hash', 'problem', 'solution'];

/** The values of these columns. */
export const textValues = (
  ticket: Partial<TicketDetails> & Pick<CleanTicket, 'problem' | 'solution'>,
): readonly (string | null)[] => [
  ...details.map(({ property }) => ticket[property] ?? null),
  textsHash(ticket),
  JSON.stringify(ticket.problem),
  JSON.stringify(ticket.solution),
];

/** What adding a ticket needs. */
export const additionStatements = (database: Database) => ({
  ...uploadedStatements(database),
  find: database.prepare(`
    SELECT model, dimensions, (SELECT number FROM collections WHERE id = ?1 AND tenant = ?2) AS collection,
      EXISTS (SELECT 1 FROM deleted WHERE id = ?1) AS deleted FROM model`),
  addCollection: database.prepare(`INSERT INTO collections (id, tenant) VALUES (?, ?)`),
  erasedIn: database.prepare(`SELECT EXISTS (SELECT 1 FROM erased WHERE collection = ?) AS erased`),
  count: database.prepare(`
    INSERT INTO counts (collection, category, state, count) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET count = count + excluded.count`),
  insert: database.prepare(`
    INSERT INTO tickets (number, collection, record, position, state, revision, changed_position, stored_at, changed_at, upload_id,
      ticket_id, ${textColumns.join(', ')}) VALUES (?1, ?2, ?3, ?1, 0, ?6, ?1, ?4, ?4, ?5, ?7, ${textColumns.map(() => '?').join(', ')})
    ON CONFLICT DO NOTHING`),
  insertVector: database.prepare(`INSERT INTO vectors (collection, ticket, vector) VALUES (?, ?, ?)`),
});

type Statements = ReturnType<typeof additionStatements>;

/** Where tickets are added, in the caller's transaction. */
export type Adding = { readonly statements: Statements; readonly words: ReturnType<typeof ticketWords> };

type NewCount = {
  readonly collection: number;
  readonly uploadId: string | null;
  readonly category: string;
  count: number;
};

/**
 * Adds tickets of one transaction that were not in the index: what they share is read once, and how many they are is written once, by `finish`, which is to be
 * called before any other write.
 */
export const newTickets = (context: Adding) => {
  const { statements } = context;
  const targets = new Map<string, TargetCollection | undefined>();
  const counts = new Map<string, NewCount>();
  const targetOfNew = ({ collectionId, tenantId }: Ticket): TargetCollection | undefined => {
    const key = `${collectionId} ${tenantId}`;
    if (targets.has(key)) return targets.get(key);
    const found = targetCollection(statements, { collectionId, tenantId });
    const hasErased = found && statements.erasedIn.get(found.collection)?.['erased'] === 1;
    const target = hasErased ? undefined : found;
    targets.set(key, target);
    return target;
  };
  return {
    /** Returns false, and writes nothing, if it may be no new ticket. Throws ContentRefused. */
    add: (change: Put): boolean => {
      const { ticket, put, vector, position } = change;
      const target = put.reason === 'stored' ? targetOfNew(ticket) : undefined;
      if (!target) return false;
      const isOfModel = hasUsableVector(target, change);
      if (!addTicket(context, target.collection, change)) return false;
      if (isOfModel) statements.insertVector.run(target.collection, position, bytesOf(vector));
      const { collection } = target;
      const { category } = ticket;
      const uploadId = put.reason === 'stored' ? put.uploadId : null;
      const key = `${collection} ${uploadId} ${category}`;
      const counted = counts.get(key) ?? { collection, uploadId, category, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
      return true;
    },
    finish: (): void => {
      for (const { collection, uploadId, category, count } of counts.values()) {
        statements.count.run(collection, category, stateNumber('active'), count);
        if (uploadId !== null) countNew(statements, collection, uploadId, count);
      }
      counts.clear();
      targets.clear();
    },
  };
};

export type TargetCollection = { readonly model: string; readonly dimensions: number; readonly collection: number };

/** Finds the collection of a ticket, added if it is new, and the generation's model; undefined if the collection is deleted or no model was chosen. */
export const targetCollection = (
  { find, addCollection }: Statements,
  { collectionId, tenantId }: Ticket,
): TargetCollection | undefined => {
  const row = find.get(collectionId, tenantId);
  if (!row || row['deleted'] === 1) return undefined;
  const known = row['collection'] as number | null;
  const collection = known ?? Number(addCollection.run(collectionId, tenantId).lastInsertRowid);
  return { model: row['model'] as string, dimensions: row['dimensions'] as number, collection };
};

/** A ticket has the position of the event that stored it as its number: lists are ordered by it. Returns false if it is there already. */
export const addTicket = (
  { statements, words }: Adding,
  collection: number,
  { ticket, put, words: found, position }: Put,
): boolean => {
  const { recordId, ticketId } = ticket;
  const { uploadId, revision = 1 } = put.reason === 'stored' ? put : { uploadId: null };
  const { changes } = statements.insert.run(
    ...[position, collection, uuidBytes(recordId), put.at, uploadId, revision, ticketId],
    ...textValues(ticket),
  );
  if (changes === 0) return false;
  words.add(Number(position), { ...ticket, words: found, collection, isWithdrawn: false, isChanged: false });
  return true;
};

export const bytesOf = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Whether the vector of a change is one of the generation's model. Throws ContentRefused if it is, and no search could find it. */
export const hasUsableVector = (target: TargetCollection, { model, vector }: Put): boolean => {
  if (target.model !== model || target.dimensions !== vector.length) return false;
  refuseUnusable(vector);
  return true;
};

/** Cosine needs vectors that point somewhere. */
const refuseUnusable = (vector: Float32Array): void => {
  let squares = 0;
  // An iterator takes five times as long.
  for (let index = 0; index < vector.length; index += 1) squares += (vector[index] ?? 0) ** 2;
  if (squares === 0) throw new ContentRefused('ZeroVector');
  if (!Number.isFinite(squares)) throw new ContentRefused('VectorNotFinite');
};

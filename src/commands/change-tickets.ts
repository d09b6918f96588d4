import type { Turn } from '../concurrency/abortable-limit.ts';
import { mapConcurrently } from '../concurrency/map-concurrently.ts';
import { type Attempt, retry } from '../concurrency/retry.ts';
import { ChangedMeanwhile, TicketNotFound } from '../domain/errors.ts';
import type { Metadata, Surface } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { recordId } from '../domain/ticket-record.ts';
import { hiddenBy as hiddenByEvent } from '../domain/ticket-undo.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { TicketName } from '../domain/ticket-events.ts';
import { eventsOfPage, headersOf } from '../ports/stream-events.ts';
import { changeAppend, type ReadTicket, readWithoutTexts } from '../ports/ticket-streams.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { appendWithRetry, type CommandContext, lostRacePolicy } from './command-handler.ts';

export type TicketsToChange = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly ticketIds: readonly string[];
  readonly surface: Surface;
  /** The revision that was read of each, if the change depends on it. */
  readonly revision?: number | undefined;
  /** Only those that this command, such as an undo, has hidden; the others are left as they are. */
  readonly hiddenBy?: string | undefined;
  /** For each batch of many tickets; none is waited for without it. */
  readonly turn?: Turn | undefined;
};

/** So few tickets need no turn. */
const fewTickets = 10;
/** Streams that are read, and appended to, in one turn. */
const batchSize = 100;

/** What `work` gives of many tickets, in their order: each batch in its turn, and nothing in one that others wait for longer than for a batch. */
export const inBatches = async <Item, Result>(
  items: readonly Item[],
  turn: Turn | undefined,
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const inTurn: Turn = turn && items.length > fewTickets ? turn : (one) => one();
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += batchSize) {
    results.push(...(await inTurn(() => work(items.slice(first, first + batchSize)))));
  }
  return results;
};

/** Counts of tickets, and the ids that the collection does not have, in the order of the request. */
export type TicketsChanged = {
  readonly changed: number;
  readonly unchanged: number;
  readonly notFound: readonly string[];
};

/** Withdraws tickets, restores, flags or confirms them; resolves once searches and counts are so. A ticket that is as requested already is left as it is. */
export type ChangeTickets = (tickets: TicketsToChange) => Promise<TicketsChanged>;

type Command = { readonly type: 'WithdrawTicket' | 'RestoreTicket' | 'FlagTicket' | 'ConfirmTicket' };
type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  /** Left out where tickets are withdrawn, which is never refused. */
  readonly admit?: AdmitChanges;
};

/** Streams that are read at a time: what others ask of the log waits for no more. */
const readsAtOnce = 5;

/** Throws Unavailable if the log or a projection stalls, ChangedMeanwhile, and what `admit` throws; a repeat changes what is left. */
export const changeTickets =
  (dependencies: Dependencies, command: Command): ChangeTickets =>
  async ({ ticketIds, turn, ...request }) => {
    const commandId = dependencies.newId();
    const at = dependencies.now().toISOString();
    const metadata: Metadata = { at, commandId, tenantId: request.tenantId, surface: request.surface };
    const ids = [...new Set(ticketIds)];
    const change = { command, metadata, ...request };
    const results = await inBatches(ids, turn, (batch) => changeBatch(dependencies, change, batch));
    const positions = results.flatMap(({ position }) => (position === undefined ? [] : [position]));
    const waited = await dependencies.projected.waitForPosition(['collections', 'ticket-index'], positions);
    throwIfStalled(waited, 'sending it again is safe');
    const count = (outcome: Changed['outcome']) => results.filter((one) => one.outcome === outcome).length;
    const notFound = results.filter(({ outcome }) => outcome === 'not found').map(({ ticketId }) => ticketId);
    return { changed: count('changed'), unchanged: count('unchanged'), notFound };
  };

/** One ticket. Throws TicketNotFound, and TicketChanged if it has another revision than the one that was read. */
export const changeTicket =
  (change: ChangeTickets) =>
  async ({ ticketId, ...request }: Omit<TicketsToChange, 'ticketIds'> & { readonly ticketId: string }) => {
    const { notFound } = await change({ ...request, ticketIds: [ticketId] });
    if (notFound.length > 0) throw new TicketNotFound();
  };

/** `position`: of the newest event in the ticket's stream. */
type Changed = {
  readonly ticketId: string;
  readonly outcome: 'changed' | 'unchanged' | 'not found';
  readonly position?: bigint;
};
type Change = Omit<TicketsToChange, 'ticketIds' | 'turn'> & { readonly command: Command; readonly metadata: Metadata };

const changeBatch = async (
  { streams, admit }: Dependencies,
  change: Change,
  ticketIds: readonly string[],
): Promise<readonly Changed[]> => {
  const done = new Map<string, Changed>();
  const admitted = new Set<string>();
  const attempt = async (): Promise<Attempt<undefined>> => {
    const left = ticketIds.filter((ticketId) => !done.has(ticketId));
    const decisions = await Array.fromAsync(
      mapConcurrently(left, readsAtOnce, (ticketId) => decideOn(streams, change, ticketId)),
    );
    const appends = decisions.flatMap(({ append }) => (append ? [append] : []));
    const added = appends.filter(({ stream }) => !admitted.has(stream));
    if (added.length > 0) await admit?.(change.tenantId, added.length);
    for (const { stream } of added) admitted.add(stream);
    const outcomes = appends.length === 0 ? [] : await appendWithRetry(streams, appends);
    for (const { ticketId, append, otherwise } of decisions) {
      const outcome = append && outcomes[appends.indexOf(append)];
      if (otherwise) done.set(ticketId, otherwise);
      else if (outcome?.outcome === 'appended') {
        done.set(ticketId, { ticketId, outcome: 'changed', position: outcome.position });
      }
    }
    return done.size === ticketIds.length
      ? { kind: 'done', result: undefined }
      : { kind: 'failed', error: new ChangedMeanwhile('Somebody else changes the same tickets; try again') };
  };
  await retry(attempt, lostRacePolicy);
  return ticketIds.flatMap((ticketId) => done.get(ticketId) ?? []);
};

/** The append that changes a ticket, or the outcome if nothing has to be appended. */
type Decided = { readonly ticketId: string; readonly append?: Append; readonly otherwise?: Changed };

const decideOn = async (
  streams: Streams,
  { tenantId, collectionId, command, metadata, revision, hiddenBy }: Change,
  ticketId: string,
): Promise<Decided> => {
  const record = recordId(tenantId, ticketId);
  const stream = streamOf.ticket(collectionId, record);
  const read = await readWithoutTexts(streams, { tenantId, collectionId, recordId: record, ticketId });
  if (!read.last) return { ticketId, otherwise: { ticketId, outcome: 'not found' } };
  const unchanged = { ticketId, otherwise: { ticketId, outcome: 'unchanged', position: read.last.position } } as const;
  if (hiddenBy !== undefined && !(await isHiddenBy(streams, { stream, ...read }, hiddenBy))) return unchanged;
  const event = { id: uuidV5(metadata.commandId, record), metadata };
  const append = changeAppend(stream, read, { ...command, revision }, event);
  return append.events.length > 0 ? { ticketId, append } : unchanged;
};

/** Whether a ticket is hidden since a command has hidden it. What happens after this look makes the append conflict. */
const isHiddenBy = async (
  streams: Streams,
  { stream, state, hidden, changed }: ReadTicket<TicketName> & { readonly stream: string },
  commandId: string,
): Promise<boolean> => {
  if (state.status === 'active') return false;
  const part = hidden === undefined ? { from: changed, limit: eventsOfPage } : { from: hidden, limit: 1 };
  for await (const event of headersOf(streams, stream, { direction: 'backwards', ...part })) {
    const by = hiddenByEvent(event);
    if (by !== undefined) return by === commandId;
  }
  return false;
};

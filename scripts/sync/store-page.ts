import { randomUUID } from 'node:crypto';
import { desksNamed } from '../../src/ticket-files/desks/desks.ts';
import { ticketsOfDesk } from '../../src/ticket-files/desks/desk-items.ts';
import type { Findings } from '../../src/ticket-files/read-options.ts';
import type { RawTicket } from '../../src/ticket-files/ticket-item.ts';
import type { TicketOutcome } from '../../src/ports/uploads.ts';
import type { ApiClient, Delivery, Outcomes } from '../upload/api-client.ts';
import { checkedTicket } from '../upload/file-tickets.ts';
import { partLimits } from '../upload/options.ts';
import { noOutcomes, sumOf } from '../upload/outcome-table.ts';
import { partBody } from '../upload/part-body.ts';
import type { ProgressLine } from '../upload/progress-line.ts';
import type { RetryContext } from '../upload/retry-request.ts';
import { sendPart } from '../upload/send-part.ts';
import type { DeskSource } from './desk-source.ts';
import type { SyncOptions } from './options.ts';

/** A desk, the service, and what is said meanwhile. */
export type Pull = {
  readonly options: SyncOptions;
  readonly desk: DeskSource;
  readonly client: ApiClient;
  readonly retries: RetryContext;
  readonly line: ProgressLine;
};

/** What became of the tickets of a page. */
export type StoredPage = {
  readonly outcomes: Outcomes;
  readonly findings: Partial<Findings>;
  /** What the service would refuse, by field. */
  readonly unreadable: readonly string[];
};

/** Completes the tickets of a page, reads them as its desk's recogniser does, and uploads those that may be learnt from. */
export const storePage = async (pull: Pull, tickets: readonly unknown[], number: number): Promise<StoredPage> => {
  let findings: Partial<Findings> = {};
  let outcomes = noOutcomes;
  const skipped: Record<TicketOutcome, number> = { ...noOutcomes };
  const unreadable: string[] = [];
  let body = bufferedBody();
  const send = async () => {
    const delivery = body.end();
    body = bufferedBody();
    if (delivery) outcomes = sumOf(outcomes, await upload(pull, delivery));
  };
  const found = (more: Partial<Findings>) => {
    findings = more;
  };
  const items = completed(pull, tickets, number);
  for await (const item of ticketsOfDesk(items, { readAs: pull.options.desk, found })) {
    const ticket = checkedTicket(item);
    if ('skip' in ticket) skipped[ticket.skip] += 1;
    else if ('detail' in ticket) unreadable.push(ticket.detail);
    else {
      if (!body.fits(ticket.json)) await send();
      body.add(ticket.json);
    }
  }
  await send();
  return { outcomes: sumOf(outcomes, skipped), findings, unreadable };
};

/** The tickets one by one, with the messages of those that are not skipped without them. */
async function* completed(
  { options, desk, retries, line }: Pull,
  tickets: readonly unknown[],
  number: number,
): AsyncGenerator<RawTicket, void> {
  const { texts, messages } = options;
  const doing = `${texts.page(messages.count(number)).toLowerCase()}, ${texts.fetching}`;
  line.begin(0, tickets.length);
  for (const [index, ticket] of tickets.entries()) {
    retries.signal.throwIfAborted();
    line.show(index, doing);
    const needsMessages = desksNamed(options.desk).some(({ unwrap, read }) => {
      const fields = unwrap(ticket);
      return fields !== undefined && read(fields).skip === undefined;
    });
    const value = needsMessages ? await desk.withMessages(ticket) : ticket;
    yield { value, index, pathOf: (path) => `tickets[${index}]${path}` };
  }
}

/** The body of a request in memory: what the conversations of one page become. */
const bufferedBody = () => {
  const chunks: Buffer[] = [];
  const body = partBody((bytes) => chunks.push(bytes));
  return {
    fits: (json: Buffer) => body.fits(json, partLimits),
    add: body.add,
    /** Undefined without tickets. */
    end: (): Delivery | undefined => {
      const { tickets, bytes } = body.end();
      if (tickets === 0) return undefined;
      // Of this run: what has changed in the collection since an earlier one is unknown, so that a repeat is another upload.
      return { id: randomUUID(), bytes, read: () => oneByOne(chunks) };
    },
  };
};

async function* oneByOne(chunks: readonly Buffer[]): AsyncGenerator<Buffer, void> {
  yield* await Promise.resolve(chunks);
}

const upload = async (
  { client, retries, options: { messages }, line }: Pull,
  delivery: Delivery,
): Promise<Outcomes> => {
  const nobody = () => undefined;
  const listener = {
    onSent: nobody,
    onProgress: nobody,
    onStillRunning: () => line.note(messages.stillRunning(messages.part)),
  };
  return (await sendPart({ client, retries, listener }, delivery)).outcomes;
};

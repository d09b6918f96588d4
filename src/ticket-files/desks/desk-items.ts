import { runInSlices } from '../../concurrency/steps.ts';
import { firstCharacters, isLongerThan } from '../../domain/characters.ts';
import { maxNonSolution, ticketLimits } from '../../domain/limits.ts';
import type { DeskSkip } from '../../domain/desks.ts';
import { foreignFields } from '../foreign-fields.ts';
import type { ReadOptions } from '../read-options.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from '../ticket-item.ts';
import type { Body, Desk, DeskTicket } from './desk.ts';
import { type DeskTally, deskTally } from './desk-tally.ts';
import { deskOf, desksNamed } from './desks.ts';
import { htmlTextInSteps } from './html-text.ts';
import { idOf, textOf } from './json-fields.ts';

/**
 * The tickets of a JSON file: those of a desk's export in the fields of this service, if the first one is recognised or a desk is chosen, else as they are, unless
 * they have no field of a ticket. What is left out is counted, and reported at the end.
 */
export async function* ticketsOfDesk(
  items: AsyncIterable<TicketItem>,
  options: ReadOptions,
): AsyncGenerator<TicketItem, void> {
  let read: ReadDesk | undefined;
  try {
    for await (const item of items) {
      if (item instanceof UnreadableFile) yield item;
      else {
        read ??= readerOf(item.value, options);
        const ticket = read.ticketOf ? await read.ticketOf(item) : (foreignFields(item) ?? item);
        if (ticket) yield ticket;
      }
    }
  } finally {
    read?.report();
  }
}

type ReadDesk = {
  readonly ticketOf?: (item: RawTicket) => Promise<RawTicket | undefined>;
  readonly report: () => void;
};

const readerOf = (first: unknown, { readAs, found, yieldIfDue }: ReadOptions): ReadDesk => {
  const name = readAs ?? deskOf(first)?.name ?? 'own';
  if (name === 'own') return { report: () => undefined };
  const tally = deskTally({ name, isChosen: readAs !== undefined });
  const report = () => found?.({ desk: tally.findings() });
  report();
  return { ticketOf: ticketReader(desksNamed(name), { tally, yieldIfDue }), report };
};

type Context = { readonly tally: DeskTally } & Pick<ReadOptions, 'yieldIfDue'>;

/** Returns how a member of the list is read; undefined if it is no ticket. */
const ticketReader =
  (tables: readonly Desk[], context: Context) =>
  async (item: RawTicket): Promise<RawTicket | undefined> => {
    const [ticket] = tables.flatMap(({ unwrap, unwrapKnown = unwrap, read }) => {
      const fields = unwrapKnown(item.value);
      return fields ? [read(fields)] : [];
    });
    if (!ticket) {
      context.tally.add('no-ticket', item, null);
      return undefined;
    }
    const skip = ticket.skip ?? (ticket.messages ? undefined : 'no-conversation');
    if (skip) return skipped(item, ticket, skip);
    return readTicket(item, ticket, context);
  };

const readTicket = async (item: RawTicket, ticket: DeskTicket, context: Context): Promise<RawTicket> => {
  const id = idOf(ticket.id) ?? null;
  if (ticket.isCut) context.tally.add('cut', item, id);
  const messages: { readonly role: 'client' | 'support'; readonly text: string }[] = [];
  const description = await textOfBody(ticket.description ?? {}, context);
  let [isTooLarge, showsPicture] = [description === undefined, false];
  let length = description?.text.length ?? 0;
  for (const { side, ...body } of ticket.messages ?? []) {
    await context.yieldIfDue?.();
    if (side !== 'client' && side !== 'support') context.tally.add(side, item, id);
    else if (!isTooLarge) {
      const read = await textOfBody(body, context);
      length += read?.text.length ?? 0;
      // No character has less than a byte: what follows need not be read.
      isTooLarge = read === undefined || length > ticketLimits.textBytes;
      showsPicture ||= side === 'support' && (read?.hasPicture ?? false);
      if (read && read.text !== '') messages.push({ role: side, text: read.text });
    }
  }
  const problem = withSubject(textOf(ticket.subject)?.trim() ?? '', description?.text ?? '');
  if (isTooLarge || exceedsLimits(problem, messages)) return skipped(item, ticket, 'too-large');
  const hasSolution = messages.some(({ role, text }) => role === 'support' && isLongerThan(text, maxNonSolution));
  if (showsPicture && !hasSolution) return skipped(item, ticket, 'screenshot-only');
  return { ...item, value: { ...detailsOf(ticket), description: problem, messages } };
};

/** HTML says what is quoted and where its lines end, so that it comes before the text that the desk has made of it. Undefined if it is too large. */
const textOfBody = async (
  { html, text, hasPicture = false }: Body,
  { yieldIfDue = () => undefined }: Pick<Context, 'yieldIfDue'>,
): Promise<{ readonly text: string; readonly hasPicture: boolean } | undefined> => {
  const source = textOf(html);
  if (source === undefined) return { text: textOf(text)?.trim() ?? '', hasPicture };
  const read = await runInSlices(htmlTextInSteps(source), yieldIfDue);
  return read && { text: read.text, hasPicture: hasPicture || read.hasPicture };
};

/** The subject above the text, unless that begins with it. */
const withSubject = (subject: string, text: string): string =>
  text.startsWith(subject) ? text : [subject, text].filter((part) => part !== '').join('\n');

const exceedsLimits = (description: string, messages: readonly { readonly text: string }[]): boolean => {
  const bytes = messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), Buffer.byteLength(description));
  return bytes > ticketLimits.textBytes || messages.length > ticketLimits.messages;
};

/** In code points; a subject may be longer than a category. */
const maxDetail = 500;

const detailsOf = ({ id, category, client, resolvedAt, url }: DeskTicket) => ({
  ticket_id: typeof id === 'string' ? id.trim() : id,
  ...(category === undefined ? {} : { category: firstCharacters(category.trim(), maxDetail) }),
  ...(client === undefined ? {} : { client: firstCharacters(client.trim(), maxDetail) }),
  ...(resolvedAt === undefined ? {} : { resolved_at: resolvedAt }),
  ...(url === undefined ? {} : { url }),
});

/** Of its texts only the beginning of the subject is kept, for people to know it by. */
const skipped = (item: RawTicket, ticket: DeskTicket, skip: DeskSkip): RawTicket => ({
  ...item,
  value: {
    ticket_id: detailsOf(ticket).ticket_id,
    description: firstCharacters(textOf(ticket.subject) ?? '', maxDetail),
  },
  skip,
});

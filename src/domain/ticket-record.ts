import type { Steps } from '../concurrency/steps.ts';
import { cleanDetails } from './ticket-details.ts';
import { details, type TicketDetails } from './ticket-fields.ts';
import type { TicketInput } from './ticket-input.ts';
import { shortDigest } from '../platform/short-digest.ts';
import { uuidV5 } from '../platform/uuid.ts';

/** A ticket as it is stored, cleaned of personal data; its search_text and full_text are derived. */
export type CleanTicket = TicketDetails & {
  readonly ticketId: string;
  /** The description, then the client-side messages; no empty ones. */
  readonly problem: readonly string[];
  /** The support-side messages; no empty ones. */
  readonly solution: readonly string[];
};

/** The text that is embedded: description and client messages, one line each. */
export const searchText = (ticket: Pick<CleanTicket, 'problem'>): string => ticket.problem.join('\n');

/** The support messages, separated by empty lines, which a cleaned message does not have. */
export const solutionText = (ticket: Pick<CleanTicket, 'solution'>): string => ticket.solution.join('\n\n');

/** Equal for tickets whose texts are word for word the same, whatever their ids and details: 132 bits, in base64url. */
export const textsHash = (ticket: Pick<CleanTicket, 'problem' | 'solution'>): string =>
  shortDigest(`${searchText(ticket)}\0${solutionText(ticket)}`);

/** What counts for the quota of bytes: UTF-8 bytes of all stored text. */
export const textBytes = (ticket: CleanTicket): number => {
  const texts: Readonly<Record<string, string | readonly string[] | undefined>> = ticket;
  return ['ticketId', 'problem', 'solution', ...details.map(({ property }) => property)]
    .flatMap((property) => texts[property] ?? [])
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
};

/** With each run of blanks that has a line break as one blank. A pattern for these would try every blank. */
const onOneLine = (texts: readonly string[]): string => {
  const [first = '', ...rest] = texts.join(' ').split('\n');
  const last = rest.pop();
  if (last === undefined) return first;
  const between = rest.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
};

/** The text returned as the content of a source: three labelled parts; the label of an empty part is kept. */
export const fullText = (ticket: Pick<CleanTicket, 'category' | 'problem' | 'solution'>): string =>
  `Категория: ${ticket.category}\nПроблема: ${onOneLine(ticket.problem)}\nРешение: ${solutionText(ticket)}`;

const problemLabel = '\nПроблема: ';
const solutionLabel = '\nРешение:';

/** Returns the problem and the solution of a source's text; empty if it has none. */
export const partsOf = (fullText: string): { readonly problem: string; readonly solution: string } => {
  const end = fullText.indexOf(solutionLabel);
  const start = fullText.indexOf(problemLabel);
  return {
    problem: start < 0 ? '' : fullText.slice(start + problemLabel.length, end < 0 ? undefined : end).trim(),
    solution: end < 0 ? '' : fullText.slice(end + solutionLabel.length).trim(),
  };
};

/** A header has the lengths: proxies take some kilobytes of headers, and a ticket may have thousands of messages. */
const maxProblemLengths = 40;

/** The lengths of the problem's first texts as they follow one another in `fullText`, a blank between two; in UTF-16 code units. */
export const problemLengths = ({ problem }: Pick<CleanTicket, 'problem'>): readonly number[] =>
  problem.slice(0, maxProblemLengths).map((text) => onOneLine([text]).length);

/** UUIDv5 of tenant and ticket id: the same ticket uploaded again maps to the same record. */
export const recordId = (tenantId: string, ticketId: string): string => uuidV5(tenantId, ticketId);

const supportRoles = new Set(['support', 'assistant', 'operator', 'agent']);
const clientRoles = new Set(['client', 'user', 'customer']);

/** What cleaning takes out and the masks of a text do not tell: how many links, and the first different links and names as they were written, shortened. */
export type Removed = RemovedLinks & { readonly names: readonly string[] };
type RemovedLinks = { readonly links: number; readonly linkTexts: readonly string[] };

/** How many different links are told of a ticket. */
const maxLinkTexts = 20;

/** Removes personal data: from the conversation as one document, from each other field separately. */
export type Cleaning = {
  readonly conversation: (
    texts: readonly string[],
    client: string,
  ) => Steps<{ readonly texts: readonly string[]; readonly removed: Removed }>;
  readonly field: (text: string) => { readonly text: string; readonly removed: RemovedLinks };
  /** An address on the web; '' if it cannot be kept without what it says of a person. */
  readonly address: (address: string) => string;
};

/**
 * Cleans a ticket and sorts its conversation into two sides: support messages are the solution, description and client messages the problem. Messages of
 * any other role, and texts that are empty after cleaning, are left out.
 */
export function* cleanTicket(
  input: TicketInput,
  cleaning: Cleaning,
): Steps<{ readonly cleaned: CleanTicket; readonly removed: Removed }> {
  const messages = input.messages.map(({ role, text }) => ({ side: sideOf(role), text })).filter(({ side }) => side);
  const conversation = yield* cleaning.conversation(
    [input.description, ...messages.map(({ text }) => text)],
    input.client ?? '',
  );
  const [description = '', ...texts] = conversation.texts;
  let { links } = conversation.removed;
  const linkTexts = new Set(conversation.removed.linkTexts);
  const cleanField = (field: string): string => {
    const { text, removed } = cleaning.field(field);
    links += removed.links;
    for (const link of removed.linkTexts) linkTexts.add(link);
    return text;
  };
  const ofSide = (wanted: 'client' | 'support') =>
    texts.filter((text, index) => text !== '' && messages[index]?.side === wanted);
  const cleaned = {
    ticketId: input.ticketId,
    ...cleanDetails(input, { text: cleanField, address: cleaning.address }),
    problem: [description, ...ofSide('client')].filter((text) => text !== ''),
    solution: ofSide('support'),
  };
  const removed = { links, linkTexts: [...linkTexts].slice(0, maxLinkTexts), names: conversation.removed.names };
  return { cleaned, removed };
}

const sideOf = (role: string): 'client' | 'support' | undefined => {
  const name = role.trim().toLowerCase();
  if (supportRoles.has(name)) return 'support';
  return clientRoles.has(name) ? 'client' : undefined;
};

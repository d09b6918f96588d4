import { newCollection, type User } from './api.ts';

/** The answer of an export, unread. */
export const openExport = (
  url: string,
  { collection, credential, v1 = false, query = '', signal }: ExportOptions,
): Promise<Response> =>
  fetch(`${url}/api/${v1 ? 'v1/' : ''}collections/${collection}/export.jsonl${query}`, {
    headers: { Authorization: `Bearer ${credential}` },
    ...(signal && { signal }),
  });

type ExportOptions = {
  readonly collection: string;
  readonly credential: string;
  readonly v1?: boolean;
  readonly query?: string;
  readonly signal?: AbortSignal;
};

/** A ticket of an export. */
export type ExportedTicket = {
  readonly ticket_id: string;
  readonly category: string;
  readonly description: string;
  readonly client: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
};

/** The tickets of an export by their ids. Throws for a line that is no JSON, or a last line without its end. */
export const ticketsOf = (lines: string): ReadonlyMap<string, ExportedTicket> => {
  if (lines !== '' && !lines.endsWith('\n')) throw new Error('The last line has no end');
  const tickets = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ExportedTicket);
  if (new Set(tickets.map(({ ticket_id: id }) => id)).size < tickets.length) throw new Error('A ticket is repeated');
  return new Map(tickets.map((ticket) => [ticket.ticket_id, ticket]));
};

/** Uploads an exported file into a new collection of a user; returns the collection with the answer. */
export const uploadedAgain = async (url: string, user: User, lines: string) => {
  const collection = await newCollection(url, user, 'Копия');
  const form = new FormData();
  form.append('file', new Blob([lines]), 'export.jsonl');
  const response = await fetch(`${url}/api/collections/${collection}/tickets/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.token}` },
    body: form,
  });
  return { collection, status: response.status, body: await response.json() };
};

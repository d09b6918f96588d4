import type { Send } from '../../ui/api/request.ts';
import type { Ticket } from '../../ui/api/tickets.ts';
import { someTicket, ticketsService } from './tickets-service.ts';

/** A ticket as an upload has it. */
type Added = {
  readonly ticket_id: string;
  readonly category?: string;
  readonly description: string;
  readonly messages: readonly { readonly text: string }[];
};

const masked = (text = ''): string => text.replaceAll(/\+7[\d ]+\d/g, '[ТЕЛЕФОН]').trim();

/** A service of tickets that also previews and stores uploads of one ticket, by two of the rules; `uploads` has their ids. */
export const addingService = (given: readonly Ticket[]) => {
  const service = ticketsService(given);
  const { tickets } = service;
  const uploads: (string | undefined)[] = [];
  const answer = (isPreview: boolean, { ticket_id: id, category = '', description, messages }: Added) => {
    const texts = { category, problem: masked(description), solution: masked(messages[0]?.text) };
    const broken = texts.problem === '' ? 'no-problem' : undefined;
    const outcome = tickets.has(id) ? 'duplicate' : texts.solution.length > 100 ? broken : 'no-solution';
    const isStored = outcome === undefined;
    if (isPreview) {
      const skipped = { ticket_id: id, index: 0, row: null, outcome, excerpt: null };
      const links = description.match(/https:\S+/g) ?? [];
      const removed = { links: links.length, link_texts: links.map((link) => ({ text: link, tickets: 1 })), names: [] };
      return { removed, tickets: isStored ? [{ ticket_id: id, ...texts }] : [], skipped: [skipped], unreadable: [] };
    }
    if (isStored) tickets.set(id, someTicket(id, texts));
    return { processed: isStored ? 1 : 0, skipped: isStored ? 0 : 1, collection_ticket_count: tickets.size };
  };
  const send: Send = async (endpoint, request = {}) => {
    const [, path] = /^POST \S*\/(tickets(?:\/preview)?)$/.exec(endpoint) ?? [];
    if (path === 'tickets') uploads.push(request.headers?.['Upload-Id']);
    // What is to be refused, and what is none of this.
    const other = await service.send(path === undefined ? endpoint : endpoint.replace('/preview', ''), request);
    const [ticket] = path === undefined ? [] : (request.body as { readonly tickets: readonly Added[] }).tickets;
    return ticket ? new Response(JSON.stringify(answer(path === 'tickets/preview', ticket))) : other;
  };
  return { ...service, send, uploads };
};

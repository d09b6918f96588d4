import type { Desk, DeskMessage, Side } from './desk.ts';
import { at, fieldsOf, type Fields, firstText, idOf, isSet, listOf, textOf, timeOf } from './json-fields.ts';

/** Parts in which somebody speaks; others, such as those that assign or close, may have a text too. */
const speech = new Set(['comment', 'quick_reply', 'open', 'close']);
const contacts = new Set(['user', 'lead', 'contact']);

const sideOfAuthor = (author: unknown): Side => {
  const type = textOf(at(author, 'type')) ?? '';
  if (isSet(at(author, 'from_ai_agent')) || isSet(at(author, 'is_ai_answer'))) return 'ai';
  if (type === 'bot') return 'automated';
  if (contacts.has(type)) return 'client';
  return type === 'admin' ? 'support' : 'unknown-author';
};

/** In place of a text that was redacted stands one of the desk: "This message was deleted". */
const isRedacted = (message: unknown): boolean => isSet(at(message, 'redacted'));

const sideOfPart = (part: unknown): Side => {
  const type = textOf(at(part, 'part_type')) ?? '';
  if (type === 'note') return 'private';
  if (isRedacted(part)) return 'automated';
  if (isSet(at(part, 'is_ai_answer'))) return 'ai';
  const side = sideOfAuthor(at(part, 'author'));
  return speech.has(type) || side === 'ai' || side === 'automated' ? side : 'unknown-author';
};

/** The parts that have a text: the others only say what happened. */
const messagesOf = (parts: readonly unknown[]): readonly DeskMessage[] =>
  parts
    .filter((part) => textOf(at(part, 'body')) !== undefined)
    .map((part) => ({ side: sideOfPart(part), html: at(part, 'body') }));

const isCut = (list: unknown, parts: readonly unknown[] | undefined): boolean =>
  Number(at(list, 'total_count') ?? 0) > (parts?.length ?? 0);

/** Conversations, each fetched with its parts: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/retrieveconversation */
export const intercomConversation: Desk = {
  name: 'intercom',
  unwrap: (value) => {
    const conversation = fieldsOf(value);
    const isConversation = conversation['type'] === 'conversation' && 'source' in conversation;
    return isConversation && idOf(conversation['id']) !== undefined ? conversation : undefined;
  },
  read: (conversation) => {
    const parts = listOf(at(conversation, 'conversation_parts', 'conversation_parts'));
    const { source } = conversation;
    const side = isRedacted(source) ? 'automated' : sideOfAuthor(at(source, 'author'));
    const opening = { side, html: at(source, 'body') };
    const isOpening = textOf(opening.html) !== undefined;
    return {
      id: conversation['id'],
      subject: plain(firstText(conversation['title'], at(source, 'subject'))),
      category: firstText(at(listOf(at(conversation, 'tags', 'tags'))?.[0], 'name')),
      client: firstText(at(source, 'author', 'type') === 'admin' ? undefined : at(source, 'author', 'name')),
      messages: parts && [...(isOpening ? [opening] : []), ...messagesOf(parts)],
      isCut: isCut(conversation['conversation_parts'], parts),
      skip: conversation['state'] === 'closed' ? undefined : 'unresolved',
      resolvedAt: timeOf(at(conversation, 'statistics', 'last_close_at')),
    };
  },
};

/** A subject may be HTML: its tags are no words. */
const plain = (subject: string | undefined): string | undefined => subject?.replace(/<\/?\w[^<>]{0,200}>/g, ' ');

const resolvedState = (state: unknown): boolean => state === 'resolved' || at(state, 'category') === 'resolved';

/** Tickets with their parts: https://developers.intercom.com/docs/references/rest-api/api.intercom.io/tickets/getticket */
export const intercomTicket: Desk = {
  name: 'intercom',
  unwrap: (value) => {
    const ticket = fieldsOf(value);
    const isTicket = ticket['type'] === 'ticket' && 'ticket_attributes' in ticket;
    return isTicket && idOf(ticket['id']) !== undefined ? ticket : undefined;
  },
  read: (ticket) => {
    const parts = listOf(at(ticket, 'ticket_parts', 'ticket_parts'));
    const attributes = fieldsOf(ticket['ticket_attributes']);
    const category = textOf(ticket['category']) ?? 'Customer';
    const isResolved = resolvedState(ticket['ticket_state']);
    return {
      id: ticket['id'],
      subject: attributes['_default_title_'],
      description: { html: attributes['_default_description_'] },
      category: firstText(at(ticket, 'ticket_type', 'name')),
      client: firstText(at(listOf(at(ticket, 'contacts', 'contacts'))?.[0], 'name')),
      messages: parts && messagesOf(parts),
      isCut: isCut(ticket['ticket_parts'], parts),
      // Back-office and tracker tickets are between colleagues.
      skip: /^customer$/i.test(category) ? (isResolved ? undefined : 'unresolved') : 'no-request',
      resolvedAt: resolvedAt(parts ?? []),
    };
  },
};

const resolvedAt = (parts: readonly unknown[]): string | undefined => {
  const part = parts.findLast((one): one is Fields => resolvedState(at(one, 'ticket_state')));
  return timeOf(part?.['created_at']);
};

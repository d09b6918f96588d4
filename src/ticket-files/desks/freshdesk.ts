import { type Desk, hasPicture, type Side } from './desk.ts';
import { at, fieldsOf, firstText, idOf, isSet, listOf, textOf, timeOf } from './json-fields.ts';

/** Resolved and closed; a team may add others. */
const resolved = new Set(['4', '5']);
/** The source of a ticket that an agent has opened with an e-mail to the client. */
const outbound = '10';
/** The API includes so many conversations of a ticket, and does not say whether there are more. */
const included = 10;

/** Tickets of the API with `include=conversations,requester,stats`: https://developers.freshdesk.com/api/#view_a_ticket */
export const freshdesk: Desk = {
  name: 'freshdesk',
  unwrap: (value) => {
    const ticket = fieldsOf(value);
    return idOf(ticket['id']) !== undefined &&
      'responder_id' in ticket &&
      'requester_id' in ticket &&
      'subject' in ticket
      ? ticket
      : undefined;
  },
  read: (ticket) => {
    const conversations = listOf(ticket['conversations']);
    const first = { html: ticket['description'], text: ticket['description_text'] };
    const isOutbound = textOf(ticket['source']) === outbound;
    const opening = isOutbound
      ? [{ ...first, side: 'support' as const, hasPicture: hasPicture(ticket['attachments']) }]
      : [];
    const isResolved = resolved.has(textOf(ticket['status']) ?? '');
    const isDeleted = isSet(ticket['deleted']);
    return {
      id: ticket['id'],
      subject: ticket['subject'],
      description: isOutbound ? undefined : first,
      category: firstText(ticket['type'], listOf(ticket['tags'])?.[0]),
      client: firstText(at(ticket, 'requester', 'name')),
      messages: conversations && [...opening, ...conversations.map(messageOf)],
      isCut: conversations?.length === included,
      skip: isSet(ticket['spam']) ? 'spam' : isDeleted ? 'deleted' : isResolved ? undefined : 'unresolved',
      resolvedAt: timeOf(at(ticket, 'stats', 'resolved_at')) ?? timeOf(at(ticket, 'stats', 'closed_at')),
    };
  },
};

const messageOf = (conversation: unknown) => ({
  side: sideOfConversation(conversation),
  html: at(conversation, 'body'),
  text: at(conversation, 'body_text'),
  hasPicture: hasPicture(at(conversation, 'attachments')),
});

const sideOfConversation = (conversation: unknown): Side => {
  if (isSet(at(conversation, 'private'))) return 'private';
  const isAutomated = isSet(at(conversation, 'auto_response')) || idOf(at(conversation, 'automation_id')) !== undefined;
  if (isAutomated) return 'automated';
  const incoming = at(conversation, 'incoming');
  if (typeof incoming !== 'boolean') return 'unknown-author';
  return incoming ? 'client' : 'support';
};

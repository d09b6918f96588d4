import { type Desk, hasPicture, type Side } from './desk.ts';
import { at, fieldsOf, firstText, idOf, inOrderOfIds, isSet, listOf, timeOf } from './json-fields.ts';

/**
 * Cases with their messages, each wrapped into `case` and `message`, in lists or in objects with the keys "0", "1": https://omnidesk.ru/api/cases. The messages
 * are beside the case or in it.
 */
export const omnidesk: Desk = {
  name: 'omnidesk',
  unwrap: (value) => {
    const inner = fieldsOf(at(value, 'case') ?? value);
    const messages = inner['messages'] ?? at(value, 'messages');
    const isCase = idOf(inner['case_id']) !== undefined && 'case_number' in inner;
    return isCase ? { ...inner, messages } : undefined;
  },
  read: (ticket) => {
    const messages = listOf(ticket['messages'])?.map((one) => at(one, 'message') ?? one);
    const isSpam = isSet(ticket['spam']);
    const isClosed = ticket['status'] === 'closed';
    return {
      id: ticket['case_id'],
      subject: ticket['subject'],
      client: firstText(ticket['user_full_name'], at(ticket, 'user', 'user_full_name')),
      messages: messages && inOrderOfIds(messages, 'message_id').map(messageOf),
      skip: isSpam ? 'spam' : isSet(ticket['deleted']) ? 'deleted' : isClosed ? undefined : 'unresolved',
      resolvedAt: timeOf(ticket['closed_at']),
    };
  },
};

const messageOf = (message: unknown) => ({
  side: sideOfMessage(message),
  html: at(message, 'content_html'),
  text: at(message, 'content'),
  hasPicture: hasPicture(at(message, 'attachments')),
});

const sideOfMessage = (message: unknown): Side => {
  if (isSet(at(message, 'note'))) return 'private';
  if (isSet(at(message, 'sent_via_rule'))) return 'automated';
  if (idOf(at(message, 'user_id')) !== undefined) return 'client';
  return idOf(at(message, 'staff_id')) === undefined ? 'unknown-author' : 'support';
};

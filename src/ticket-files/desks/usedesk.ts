import type { DeskSkip } from '../../domain/desks.ts';
import { type Desk, hasPicture, type Side } from './desk.ts';
import { at, fieldsOf, firstText, idOf, inOrderOfIds, listOf, textOf, timeOf } from './json-fields.ts';

/** Statuses: 2 and 3 are done and closed. */
const skips = new Map<string, DeskSkip>([
  ['4', 'deleted'],
  ['7', 'spam'],
  ['9', 'no-request'],
  ['10', 'merged'],
]);
const resolved = new Set(['2', '3']);
const sides = new Map<string | undefined, Side>([
  ['client', 'client'],
  ['user', 'support'],
  ['trigger', 'automated'],
]);

/** A ticket with its comments, as the API gives it: https://api.usedocs.com/article/51377 */
export const usedesk: Desk = {
  name: 'usedesk',
  unwrap: (value) => {
    const ticket = fieldsOf(at(value, 'ticket'));
    const isTicket = idOf(ticket['id']) !== undefined && 'status_id' in ticket && 'client_id' in ticket;
    return isTicket ? { ...ticket, comments: at(value, 'comments') ?? ticket['comments'] } : undefined;
  },
  read: (ticket) => {
    const comments = listOf(ticket['comments']);
    const status = textOf(ticket['status_id']) ?? '';
    const tags = listOf(ticket['tags']) ?? [];
    return {
      id: ticket['id'],
      subject: ticket['subject'],
      category: firstText(at(tags[0], 'name'), tags[0]),
      client: firstText(at(ticket, 'client', 'name'), ticket['client_name']),
      messages: comments && inOrderOfIds(comments, 'id').map(messageOf),
      skip: skips.get(status) ?? (resolved.has(status) ? undefined : 'unresolved'),
      resolvedAt: timeOf(ticket['last_updated_at']),
    };
  },
};

const messageOf = (comment: unknown) => ({
  side: at(comment, 'type') === 'private' ? ('private' as const) : sideOfComment(comment),
  html: at(comment, 'message'),
  hasPicture: hasPicture(at(comment, 'files')),
});

const sideOfComment = (comment: unknown): Side => sides.get(textOf(at(comment, 'from'))) ?? 'unknown-author';

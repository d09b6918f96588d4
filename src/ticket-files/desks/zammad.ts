import type { DeskSkip } from '../../domain/desks.ts';
import { type Desk, hasPicture, type Side } from './desk.ts';
import { at, fieldsOf, firstText, idOf, isSet, listOf, textOf, timeOf } from './json-fields.ts';

const skips = new Map<string, DeskSkip | undefined>([
  ['closed', undefined],
  ['merged', 'merged'],
  ['removed', 'deleted'],
]);
const sides = new Map<string | undefined, Side>([
  ['Customer', 'client'],
  ['Agent', 'support'],
  ['System', 'automated'],
]);

/**
 * Tickets with `?expand=true`, each with the answer of `/ticket_articles/by_ticket/{id}` in `articles`: https://docs.zammad.org/en/latest/api/ticket/index.html.
 * Without `expand` there are only ids of states and senders.
 */
export const zammad: Desk = {
  name: 'zammad',
  unwrap: (value) => {
    const ticket = fieldsOf(value);
    const isTicket = idOf(ticket['id']) !== undefined && 'number' in ticket && 'create_article_type_id' in ticket;
    return isTicket ? ticket : undefined;
  },
  read: (ticket) => {
    const articles = listOf(ticket['articles']);
    const state = textOf(ticket['state']) ?? '';
    return {
      id: ticket['id'],
      subject: ticket['title'],
      category: firstText(ticket['group']),
      messages: articles?.map(messageOf),
      skip: skips.has(state) ? skips.get(state) : 'unresolved',
      resolvedAt: timeOf(ticket['close_at']) ?? timeOf(ticket['last_close_at']),
    };
  },
};

const messageOf = (article: unknown) => {
  const isHtml = textOf(at(article, 'content_type'))?.startsWith('text/html') === true;
  return {
    side: sideOfArticle(article),
    [isHtml ? 'html' : 'text']: at(article, 'body'),
    hasPicture: hasPicture((listOf(at(article, 'attachments')) ?? []).map(mediaTypeOf)),
  };
};

/** An attachment has its media type among its preferences. */
const mediaTypeOf = (attachment: unknown) => ({
  filename: at(attachment, 'filename'),
  content_type: firstText(at(attachment, 'preferences', 'Content-Type'), at(attachment, 'preferences', 'Mime-Type')),
});

const sideOfArticle = (article: unknown): Side => {
  if (isSet(at(article, 'internal'))) return 'private';
  if (isSet(at(article, 'preferences', 'is-auto-response'))) return 'automated';
  return sides.get(textOf(at(article, 'sender'))) ?? 'unknown-author';
};

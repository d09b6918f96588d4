import { agentsOf, type Desk, hasPicture, sideOf } from './desk.ts';
import { at, fieldsOf, firstText, idOf, inOrderOfIds, isSet, listOf, textOf, timeOf } from './json-fields.ts';

const resolved = new Set(['closed', 'resolved']);

/**
 * Tickets with the answer of `/posts/` in `posts`, and that of `/comments/`, which are internal, in `comments`: https://helpdeskeddy.com/api.html. Posts come with
 * the newest first.
 */
export const helpDeskEddy: Desk = {
  name: 'helpdeskeddy',
  unwrap: (value) => {
    const ticket = fieldsOf(at(value, 'data') ?? value);
    const isTicket = idOf(ticket['id']) !== undefined && 'unique_id' in ticket && 'owner_id' in ticket;
    return isTicket
      ? {
          ...ticket,
          posts: ticket['posts'] ?? at(value, 'posts'),
          comments: ticket['comments'] ?? at(value, 'comments'),
        }
      : undefined;
  },
  read: (ticket) => {
    const posts = listed(ticket['posts']);
    const notes = listed(ticket['comments']) ?? [];
    const client = idOf(ticket['user_id']);
    const agents = agentsOf([idOf(ticket['owner_id']), ...notes.map((note) => idOf(at(note, 'user_id')))]);
    const ordered = posts && inOrderOfIds(posts, 'id');
    const isResolved = resolved.has(textOf(ticket['status_id']) ?? '');
    const tags = listOf(ticket['tags']) ?? [];
    return {
      id: ticket['id'],
      subject: ticket['title'],
      category: firstText(at(tags[0], 'name'), tags[0]),
      client: [ticket['user_name'], ticket['user_lastname']].flatMap((name) => textOf(name) ?? []).join(' '),
      messages: ordered && [
        ...ordered.map((post) => ({
          side: sideOf(idOf(at(post, 'user_id')), { client, agents }),
          html: at(post, 'text'),
          hasPicture: hasPicture(at(post, 'files')),
        })),
        ...notes.map(() => ({ side: 'private' as const })),
      ],
      skip: isSet(ticket['deleted']) ? 'deleted' : isResolved ? undefined : 'unresolved',
      resolvedAt: timeOf(at(ordered?.at(-1), 'date_created')),
    };
  },
};

/** A list, or the answer that has it as `data`. */
const listed = (answer: unknown): readonly unknown[] | undefined =>
  Array.isArray(answer) ? (answer as readonly unknown[]) : listOf(at(answer, 'data') ?? answer);

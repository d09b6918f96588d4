import { agentsOf, type Desk, hasPicture, type Side, sideOf } from './desk.ts';
import { at, fieldsOf, type Fields, firstText, idOf, listOf, textOf, timeOf } from './json-fields.ts';

const resolved = new Set(['solved', 'closed']);
/** What a comment came through if nobody wrote it: triggers and automations, the desk itself, and its bots. */
const automated = new Set(['rule', 'system', 'answer_bot', 'answer_bot_for_agents', 'answer_bot_for_slack']);
const agentRoles = new Set(['agent', 'admin']);

/**
 * Tickets of the incremental export and of file exports, each with its comments, as arrays, lines or pages:
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#incremental-ticket-export-cursor-based,
 * https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/. A ticket that was merged has a tag of that name.
 */
export const zendesk: Desk = {
  name: 'zendesk',
  unwrap: (value) => {
    const ticket = unwrapped(value);
    return ticket && isUnmistakable(ticket) ? ticket : undefined;
  },
  unwrapKnown: (value) => unwrapped(value),
  read: (ticket) => {
    const comments = listOf(ticket['comments']);
    const status = textOf(ticket['status']);
    const tags = listOf(ticket['tags']) ?? [];
    const isMerged = tags.includes('closed_by_merge');
    const isDeleted = status === 'deleted';
    const metrics = ticket['metric_set'] ?? ticket['metrics'];
    return {
      id: ticket['id'],
      subject: ticket['subject'],
      description: comments ? undefined : { text: ticket['description'] },
      category: firstText(ticket['type'], tags[0]),
      client: firstText(at(ticket, 'requester', 'name'), at(ticket, 'via', 'source', 'from', 'name')),
      messages: comments?.map(messagesOf(ticket, comments)),
      skip: isDeleted ? 'deleted' : isMerged ? 'merged' : resolved.has(status ?? '') ? undefined : 'unresolved',
      resolvedAt: timeOf(at(metrics, 'solved_at')) ?? timeOf(ticket['updated_at']),
      url: agentUrl(textOf(ticket['url']), ticket['id']),
    };
  },
};

const unwrapped = (value: unknown): Fields | undefined => {
  const ticket = fieldsOf(at(value, 'ticket') ?? value);
  const comments = at(value, 'comments');
  const isTicket = idOf(ticket['id']) !== undefined && 'requester_id' in ticket;
  return isTicket ? { ...(comments === undefined ? {} : { comments }), ...ticket } : undefined;
};

/** Every ticket has these; exports that a program has shortened may lack some. */
const isUnmistakable = (ticket: Fields): boolean =>
  'submitter_id' in ticket || 'raw_subject' in ticket || isTicketUrl(textOf(ticket['url']));

/** Whether an address is that of a ticket in the API. */
const isTicketUrl = (url: string | undefined): boolean =>
  /^\/api\/v2\/tickets\/\d+\.json$/.test(URL.parse(url ?? '')?.pathname ?? '');

const messagesOf = (ticket: Fields, comments: readonly unknown[]) => {
  const people = [...(listOf(ticket['users']) ?? []), ticket['requester'], ticket['assignee']];
  const roles = new Map(people.map((user) => [idOf(at(user, 'id')), textOf(at(user, 'role'))]));
  const notes = comments.filter((comment) => at(comment, 'public') === false);
  const agents = agentsOf([idOf(ticket['assignee_id']), ...notes.map((note) => idOf(at(note, 'author_id')))]);
  const client = idOf(ticket['requester_id']);
  const sideOfComment = (comment: unknown): Side => {
    if (at(comment, 'public') === false) return 'private';
    const author = idOf(at(comment, 'author_id'));
    const channel = textOf(at(comment, 'via', 'channel')) ?? '';
    // The desk itself is -1.
    if (automated.has(channel) || (author === undefined && at(comment, 'author_id') !== undefined)) return 'automated';
    const role = textOf(at(comment, 'author', 'role')) ?? roles.get(author);
    if (author !== client && role !== undefined) return agentRoles.has(role) ? 'support' : 'client';
    return sideOf(author, { client, agents });
  };
  return (comment: unknown) => ({
    side: sideOfComment(comment),
    html: at(comment, 'html_body'),
    text: firstText(at(comment, 'plain_body'), at(comment, 'body')),
    hasPicture: hasPicture(at(comment, 'attachments')),
  });
};

/** The address that agents see, from that of the API. */
const agentUrl = (url: string | undefined, id: unknown): string | undefined => {
  const { protocol, host } = URL.parse(url ?? '') ?? {};
  return protocol === 'https:' && host ? `https://${host}/agent/tickets/${idOf(id) ?? ''}` : undefined;
};

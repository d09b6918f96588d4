import { adfText } from './adf-text.ts';
import { agentsOf, type Body, type Desk, type Side, sideOf } from './desk.ts';
import { at, fieldsOf, type Fields, firstText, idOf, listOf, textOf, timeOf } from './json-fields.ts';

/** What a change is made of by those who work on an issue. */
const work = new Set(['resolution', 'assignee']);

/**
 * Issues of a search with `fields=*all`, of the API in version 2 (texts) or 3 (documents):
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/. A comment may be seen by the client unless `jsdPublic` is false.
 */
export const jira: Desk = {
  name: 'jira',
  unwrap: (value) => {
    const issue = fieldsOf(value);
    return textOf(issue['key']) !== undefined && textOf(at(issue, 'fields', 'summary')) !== undefined
      ? issue
      : undefined;
  },
  read: (issue) => {
    const fields = fieldsOf(issue['fields']);
    const comments = listOf(at(fields, 'comment', 'comments'));
    const resolution = textOf(at(fields, 'resolution', 'name'));
    const isMerged = /^(?:duplicate|дубликат)$/i.test(resolution ?? '');
    return {
      id: issue['key'],
      subject: fields['summary'],
      description: bodyOf(fields['description']),
      category: firstText(at(listOf(fields['components'])?.[0], 'name'), at(fields, 'issuetype', 'name')),
      client: firstText(at(fields, 'reporter', 'displayName')),
      messages: comments?.map(messagesOf(issue, fields, comments)),
      isCut: Number(at(fields, 'comment', 'total') ?? 0) > (comments?.length ?? 0),
      skip: !fields['resolution'] ? 'unresolved' : isMerged ? 'merged' : undefined,
      resolvedAt: timeOf(fields['resolutiondate']),
      url: issueUrl(textOf(issue['self']), issue['key']),
    };
  },
};

const personOf = (user: unknown): string | undefined =>
  idOf(at(user, 'accountId')) ?? idOf(at(user, 'key')) ?? idOf(at(user, 'name'));

const messagesOf = (issue: Fields, fields: Fields, comments: readonly unknown[]) => {
  const notes = comments.filter(isPrivate).map((note) => personOf(at(note, 'author')));
  const changes = (listOf(at(issue, 'changelog', 'histories')) ?? []).filter((change) =>
    listOf(at(change, 'items'))?.some((item) => work.has(textOf(at(item, 'field')) ?? '')),
  );
  const workers = changes.map((change) => personOf(at(change, 'author')));
  const client = personOf(fields['reporter']);
  const agents = agentsOf([personOf(fields['assignee']), ...notes, ...workers]);
  return (comment: unknown) => ({ side: sideOfComment(comment, { client, agents }), ...bodyOf(at(comment, 'body')) });
};

const isPrivate = (comment: unknown): boolean =>
  at(comment, 'jsdPublic') === false ||
  at(comment, 'public') === false ||
  (at(comment, 'visibility') ?? null) !== null ||
  listOf(at(comment, 'properties'))?.some((property) => at(property, 'value', 'internal') === true) === true;

const sideOfComment = (comment: unknown, people: Parameters<typeof sideOf>[1]): Side => {
  if (isPrivate(comment)) return 'private';
  const type = textOf(at(comment, 'author', 'accountType'));
  if (type === 'app') return 'automated';
  // An account of the portal alone.
  return type === 'customer' ? 'client' : sideOf(personOf(at(comment, 'author')), people);
};

/** A picture in the markup of texts: `!image.png|thumbnail!`. */
const picture = /![\w .()-]{1,200}\.(?:png|jpe?g|gif|webp|bmp)(?:\|[^!\n]{0,200})?!/giu;

/** A text in markup, or a document. */
const bodyOf = (body: unknown): Body => {
  if (typeof body === 'object' && body !== null) return adfText(body);
  const text = textOf(body) ?? '';
  return { text: text.replace(picture, ''), hasPicture: text.search(picture) >= 0 };
};

/** The address that people see, from that of the API. */
const issueUrl = (self: string | undefined, key: unknown): string | undefined => {
  const url = URL.parse(self ?? '');
  if (url?.protocol !== 'https:') return undefined;
  const [base] = url.pathname.split('/rest/', 1);
  return `${url.origin}${base ?? ''}/browse/${encodeURIComponent(textOf(key) ?? '')}`;
};

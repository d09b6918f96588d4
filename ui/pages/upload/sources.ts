import { type JsonDeskName, readAsNames } from '../../../src/domain/desks.ts';
import type { TablePlace } from './upload-records.ts';

/** A desk whose tickets come as a file; of osTicket as a table that its database gives. */
export type SourceDesk = JsonDeskName | 'osticket';

/** Where tickets come from: a file of any kind, the export of a desk, a pull every night, or a program. */
export type Source = 'file' | SourceDesk | 'sync' | 'api';

/** The sources that are offered at once; the others when they are asked for. */
export const firstSources: readonly Source[] = ['file', 'zendesk', 'omnidesk', 'usedesk', 'jira'];
export const otherSources: readonly Source[] = [
  'freshdesk',
  'intercom',
  'helpdeskeddy',
  'zammad',
  'chatwoot',
  'osticket',
  'sync',
  'api',
];

/** The requests that give the tickets of a desk, and the one for their messages with the name under which these belong into the ticket. */
export type DeskRequests = {
  readonly tickets: readonly string[];
  readonly messages?: { readonly name: string; readonly request: string };
};

/** As in docs/import.md, "Which file to make". */
export const deskRequests: Readonly<Partial<Record<Source, DeskRequests>>> = {
  zendesk: {
    tickets: ['GET /api/v2/incremental/tickets/cursor.json'],
    messages: { name: 'comments', request: 'GET /api/v2/tickets/{id}/comments.json' },
  },
  freshdesk: { tickets: ['GET /api/v2/tickets/{id}?include=conversations,requester,stats'] },
  jira: { tickets: ['GET /rest/api/2/search?jql=…&fields=*all&expand=changelog'] },
  intercom: { tickets: ['GET /conversations/{id}', 'GET /tickets/{id}'] },
  omnidesk: {
    tickets: ['GET /api/cases.json?status=closed'],
    messages: { name: 'messages', request: 'GET /api/cases/{id}/messages.json' },
  },
  usedesk: { tickets: ['POST /ticket'] },
  helpdeskeddy: {
    tickets: ['GET /api/v2/tickets/'],
    messages: { name: 'posts', request: 'GET /api/v2/tickets/{id}/posts/' },
  },
  zammad: {
    tickets: ['GET /api/v1/tickets/search?query=state.name:closed&expand=true'],
    messages: { name: 'articles', request: 'GET /api/v1/ticket_articles/by_ticket/{id}?expand=true' },
  },
  chatwoot: {
    tickets: ['GET /api/v1/accounts/{account}/conversations?status=resolved'],
    messages: { name: 'messages', request: 'GET /api/v1/accounts/{account}/conversations/{id}/messages?after=0' },
  },
} satisfies Readonly<Record<JsonDeskName, DeskRequests>>;

/** The page of the documentation that has all of them, as a file beside the interface. */
export const importGuide = '/docs/import.md';

/** The command that pulls what was solved in a desk since the last time. */
export const syncCommand = (collectionId: string): string =>
  `npm run sync -- zendesk --collection ${collectionId} --since 2026-01-01 --url ${location.origin}`;

/** The request by which a program uploads a file of JSON. */
export const uploadRequest = (collectionId: string): string =>
  `curl '${location.origin}/api/v1/tickets?collection_id=${collectionId}' -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' --data-binary @tickets.json`;

const jsonName = /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i;

/** How a file of a source is to be read; undefined if the service is to recognise it, as it does tables and files of any source. */
export const placeOf = (source: Source, { name }: Pick<File, 'name'>): TablePlace | undefined => {
  const readAs = jsonName.test(name) ? readAsNames.find((each) => each === source) : undefined;
  return readAs && { readAs };
};

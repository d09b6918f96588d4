import manifest from '../../../package.json' with { type: 'json' };
import { syncSourcePattern } from '../../domain/sync-cursor.ts';
import type { Schema } from '../schemas/json-types.ts';
import { fileSchema } from '../schemas/ticket-request.ts';
import { schemas } from './components.ts';
import { type Answer, type Operation, tags } from './operation.ts';
import { operations } from './operations.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const content = (type: string, schema: Schema) => ({ [type]: { schema } });
const json = (schema: Schema) => content('application/json', schema);
const text: Schema = { type: 'string' };

const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not valid; the detail names the path',
  401: 'The credential is missing or not valid',
  403: 'The key lacks the scope, the password is wrong, or a quota of the tenant is exceeded; the detail says which. From `/api/v1/mcp`: a web page may not ask',
  404: 'The collection, or the resource below it, does not exist for the caller',
  406: 'Accept does not name what the protocol needs',
  408: 'The body did not arrive in time; what had come was not kept: send it again',
  410: 'The ticket was erased; the header Erasure-Id names the erasure',
  409: 'The upload or its undo is still running, or is not as the request needs it; or others change the same thing at this moment',
  412: 'The ticket has another revision than the one that was read',
  413: 'The body is too large: at most 50 MB for an upload, 1 MB for texts or ids of tickets, 512 KB for a question, 64 KB for anything else',
  422: 'A rule forbids these texts; the detail begins with its name',
  428: 'If-Match is missing',
  429: 'Above the rate of 30 requests a minute for each client address (or account, as configured), or another limit that the detail names',
  500: 'A store or the embedding gateway does not answer, or an unexpected error',
  507: 'The disk is full: the body was not kept; send it again once there is room',
};

/** `data` is the text of a JSON value. */
const eventOf = (name: string, data: string): Schema => ({
  type: 'object',
  properties: {
    event: { type: 'string', const: name },
    id: { type: 'string', pattern: '^\\d+$' },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: reference(data) },
  },
  required: ['event', 'id', 'data'],
});

/** The schema of a media type of events is that of each event, with its lines as properties. */
const eventStream = (...events: readonly Schema[]): Schema => ({
  description: 'Each event has the lines event, id and data; the data is JSON on one line.',
  oneOf: events,
});
const uploadEvents = eventStream(
  eventOf('progress', 'UploadProgress'),
  eventOf('undo', 'UploadUndo'),
  eventOf('outcome', 'Upload'),
);
const previewEvents = eventStream(eventOf('progress', 'PreviewProgress'), eventOf('preview', 'TicketsPreview'));
const searchEvents = eventStream(eventOf('sources', 'FoundSources'), eventOf('answer', 'WrittenAnswer'));
const answerEvents = eventStream(
  eventOf('sources', 'AnswerSources'),
  eventOf('text', 'AnswerText'),
  eventOf('answer', 'FinishedAnswer'),
  eventOf('failed', 'FailedAnswer'),
);

const header = (description: string, schema: Schema) => ({ description, schema });
const integer: Schema = { type: 'integer' };

const headers = {
  'X-Request-Id': header('The id of the request in the log', { type: 'string', format: 'uuid' }),
  'RateLimit-Limit': header('Requests a minute', integer),
  'RateLimit-Remaining': header('Requests left in this minute', integer),
  'RateLimit-Reset': header('Seconds until the limit is reset', integer),
};
const location = { Location: header('The path of the upload or erasure', text) };
const previewId = {
  'Preview-Id': header('Names the file for other columns and for the upload; not if it is not kept', {
    type: 'string',
    format: 'uuid',
  }),
};
const retryAfter = { 'Retry-After': header('Seconds to wait', integer) };

const contentOf = (answer: Exclude<Answer, 'Nothing'>): Schema => {
  if (typeof answer !== 'string') return json({ type: 'array', items: reference(answer[0]) });
  switch (answer) {
    case 'StoredTicketsOrIds':
      return json({ anyOf: [reference('StoredTickets'), reference('TicketIds')] });
    case 'Document':
      return json({ type: 'object' });
    case 'Page':
      return { ...content('text/html', text), ...content('text/css', text) };
    case 'ReceiptOrPage':
      return { ...json(reference('ErasureReceipt')), ...content('text/html', text) };
    case 'Csv':
      return content('text/csv', text);
    case 'JsonLines':
      return content('application/x-ndjson', { ...text, description: 'A ticket of an upload on each line' });
    case 'GoldenLines':
      return content('application/x-ndjson', { ...text, description: 'A `GoldenQuestion` on each line' });
    case 'UploadEvents':
      return content('text/event-stream', uploadEvents);
    case 'PreviewEvents':
      return content('text/event-stream', previewEvents);
    case 'SearchResultOrEvents':
      return { ...json(reference('SearchResult')), ...content('text/event-stream', searchEvents) };
    case 'McpAnswer':
      return { ...json(reference(answer)), ...content('text/event-stream', text) };
    case 'AnswerEvents':
      return content('text/event-stream', answerEvents);
    default:
      return json(reference(answer));
  }
};

const answersOf = (operation: Operation): Readonly<Record<string, Schema>> => {
  const own = {
    ...operation.headers,
    ...(operation.location ? location : {}),
    ...(operation.keepsPreview ? previewId : {}),
  };
  const answerOf = ([status, answer]: [string, Answer]) => {
    const accepted = operation.location ? 'Accepted: it runs; its progress and outcome are at Location' : 'Accepted';
    const description = status === '202' ? accepted : 'Done';
    const body = answer === 'Nothing' ? {} : { content: contentOf(answer) };
    return [status, { description, ...body, headers: { ...headers, ...own } }];
  };
  return Object.fromEntries(Object.entries<Answer>(operation.answers).map(answerOf)) as Readonly<
    Record<string, Schema>
  >;
};

/** The checks of an orchestrator have no rate limit, and that of health uses no store. */
const refusalsOfChecks: Readonly<Record<string, readonly number[]>> = { health: [400], ready: [400, 500] };

const refusalsOf = (operation: Operation): Readonly<Record<string, Schema>> => {
  const refusalOf = (status: number) => ({
    description: refusals[status],
    headers: {
      ...headers,
      'Error-Code': header('What went wrong, for programs, such as ticket-not-found', text),
      ...(status === 429 ? retryAfter : {}),
      ...(operation.location && status !== 429 ? location : {}),
    },
    content: json(reference(operation.refusal ?? 'Refusal')),
  });
  // A request that is no valid HTTP, such as one with two Host headers, is 400 at every path.
  const always = refusalsOfChecks[operation.id] ?? [400, 429, 500];
  const ofScopes = operation.credential === 'key' ? [403] : [];
  const statuses = [...new Set([...always, ...operation.refusals, ...ofScopes])];
  return Object.fromEntries(statuses.map((status) => [String(status), refusalOf(status)]));
};

const bodyOf = ({ body: bodies, takesPreview = false }: Operation) => {
  if (!bodies) return {};
  const contents = bodies.map((name) =>
    name === 'file' ? content('multipart/form-data', fileSchema) : json(reference(name)),
  );
  return { requestBody: { required: !takesPreview, content: Object.assign({}, ...contents) as Schema } };
};

const uuid: Schema = { type: 'string', format: 'uuid' };

const pathParameters: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>> = {
  collection_id: { description: 'The collection', schema: uuid },
  upload_id: { description: 'The upload', schema: uuid },
  key_id: { description: 'The key', schema: uuid },
  answer_id: { description: 'The answer', schema: uuid },
  erasure_id: { description: 'The erasure', schema: uuid },
  preview_id: { description: 'The preview', schema: uuid },
  gap_id: { description: 'The gap', schema: uuid },
  ticket_id: { description: 'The ticket’s own id', schema: { type: 'string', minLength: 1, maxLength: 200 } },
  source: {
    description: 'The source of tickets: small Latin letters, digits, hyphens and underscores',
    schema: { type: 'string', pattern: syncSourcePattern, examples: ['zendesk-acme_zendesk_com'] },
  },
  revision: { description: 'The revision of the ticket', schema: { type: 'integer', minimum: 1 } },
};

const parametersInPath = (path: string): readonly Schema[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameters[name],
  }));

const securityOf = ({ credential, alsoTakes }: Operation) => {
  if (credential !== 'none') return [{ [credential]: [] }];
  return alsoTakes === undefined ? [] : [{}, { [alsoTakes]: [] }];
};

const operationOf = (path: string, operation: Operation) => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  security: securityOf(operation),
  parameters: [...parametersInPath(path), ...(operation.parameters ?? [])],
  ...bodyOf(operation),
  responses: { ...answersOf(operation), ...refusalsOf(operation) },
});

const pathsOf = () => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [endpoint, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = endpoint.split(' ');
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[name] = { ...paths[name], [method]: operationOf(path, operation) };
  }
  return paths;
};

/** The API as an OpenAPI 3.1 document, as served by GET /api/openapi.json; the tests validate every response against it. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Precedent',
    version: manifest.version,
    description:
      'A knowledge base of past support tickets: it answers a new problem with the five most similar tickets and an answer written from them. Paths below /api/v1 take the API key, the others a bearer token, both as `Authorization: Bearer …`.',
  },
  servers: [{ url: '/' }],
  tags: tags.map((name) => ({ name })),
  paths: pathsOf(),
  components: {
    schemas,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From register or login' },
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'The API key, or another key of the account (/api/keys): 32 letters and digits',
      },
      operator: { type: 'http', scheme: 'bearer', description: 'The operator’s token (OPS_TOKEN)' },
    },
  },
};

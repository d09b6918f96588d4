import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { schemas } from './schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not valid; the detail names the place',
  401: 'The credential is missing or not valid',
  404: 'The collection, or what is named below it, does not exist for the caller',
  409: 'An upload with this Upload-Id is still running',
  413: 'The body is too large: 50 MB an upload, 1 MB elsewhere',
  429: 'Above the rate of 30 requests a minute and client address',
  500: 'A store or the embedding gateway does not answer, or something unforeseen',
};

const headers = {
  'X-Request-Id': { description: 'Names the request in the log', schema: { type: 'string', format: 'uuid' } },
  'RateLimit-Limit': { description: 'Requests a minute', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'What is left of them', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until they begin anew', schema: { type: 'integer' } },
};
const location = { Location: { description: 'Where the upload can be looked up', schema: { type: 'string' } } };
const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

const contentOf = (answer: string | readonly [string]) => {
  if (answer === 'Page')
    return { 'text/html': { schema: { type: 'string' } }, 'text/css': { schema: { type: 'string' } } };
  if (answer === 'Document') return json({ type: 'object' });
  if (answer === 'Csv') return { 'text/csv': { schema: { type: 'string' } } };
  if (answer === 'Events') return { 'text/event-stream': { schema: { type: 'string' } } };
  return json(typeof answer === 'string' ? ref(answer) : { type: 'array', items: ref(answer[0]) });
};

const responsesOf = ({ answers, refusals: possible, located = false }: Operation): Readonly<Record<string, object>> => {
  const good = Object.entries(answers).map(
    ([status, answer]) =>
      [
        status,
        {
          ...{ description: 'Done', content: contentOf(answer) },
          headers: { ...headers, ...(located ? location : {}) },
        },
      ] as const,
  );
  const bad = [...possible, 429, 500].map((status) => {
    const more = { ...(status === 429 ? retryAfter : {}), ...(located && status !== 429 ? location : {}) };
    return [
      String(status),
      { description: refusals[status] ?? '', headers: { ...headers, ...more }, content: json(ref('Error')) },
    ] as const;
  });
  return Object.fromEntries<object>([...good, ...bad]);
};

const file = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'One file, in any field' },
    columns: {
      type: 'string',
      contentMediaType: 'application/json',
      description:
        'A JSON object of titles in the header and what they are to be read as: ticket_id, category, description, client, messages, problem, solution, role, text, or null to leave a column out. Titles that are not named are recognised by themselves.',
      examples: ['{"Шифр":"ticket_id","Что случилось":"problem","Телефон":null}'],
    },
  },
};

const bodyOf = (body: Operation['body']) => {
  if (body === undefined) return {};
  const contents = [body]
    .flat()
    .map((name) => (name === 'file' ? { 'multipart/form-data': { schema: file } } : json(ref(name))));
  return { requestBody: { required: true, content: Object.assign({}, ...contents) as object } };
};

const names: Readonly<Record<string, string>> = { collection_id: 'The collection', upload_id: 'The upload' };

const inPath = (path: string): readonly object[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, description: names[name], schema: { type: 'string', format: 'uuid' } },
  }));

/** Only the health check is not limited in its rate. */
const withoutLimit = (operation: Operation, responses: Readonly<Record<string, object>>) =>
  operation.id === 'health'
    ? Object.fromEntries(Object.entries(responses).filter(([status]) => status === '200'))
    : responses;

const operationOf = (path: string, operation: Operation) => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  ...(operation.credential === 'none' ? { security: [] } : { security: [{ [operation.credential]: [] }] }),
  parameters: [...inPath(path), ...(operation.parameters ?? [])],
  ...bodyOf(operation.body),
  responses: withoutLimit(operation, responsesOf(operation)),
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

/** The API as an OpenAPI 3.1 document: what GET /api/openapi.json answers, and what the test suite holds every response against. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Precedent',
    version: '1.0.0',
    description:
      'A knowledge base of past support tickets: it answers a new problem with the five most similar tickets and an answer written from them. Paths below /api/v1 take the API key, the others a bearer token, both as `Authorization: Bearer …`.',
  },
  servers: [{ url: '/' }],
  tags: ['Accounts', 'Collections', 'Tickets', 'Search', 'Service'].map((name) => ({ name })),
  paths: pathsOf(),
  components: {
    schemas,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From register or login' },
      key: { type: 'http', scheme: 'bearer', description: 'The API key, 32 letters and digits' },
    },
  },
};

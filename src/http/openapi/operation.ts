import type { Credential } from '../authentication.ts';
import type { Schema } from '../schemas/json-types.ts';
import type { requestSchemas, responseSchemas } from './components.ts';

export const tags = ['Accounts', 'Collections', 'Tickets', 'Search', 'Questions', 'Service'] as const;

/** The schema of a JSON body, or a multipart form with a file. */
export type Body = keyof typeof requestSchemas | 'file';

/** The schema of a JSON answer, a list of them, another media type, or no body. */
export type Answer =
  | keyof typeof responseSchemas
  | readonly [keyof typeof responseSchemas]
  | 'StoredTicketsOrIds'
  | 'Document'
  | 'Page'
  | 'ReceiptOrPage'
  | 'Csv'
  | 'JsonLines'
  | 'GoldenLines'
  | 'UploadEvents'
  | 'PreviewEvents'
  | 'SearchResultOrEvents'
  | 'AnswerEvents'
  | 'Nothing';

/** One endpoint of the document. */
export type Operation = {
  readonly id: string;
  readonly tag: (typeof tags)[number];
  readonly summary: string;
  readonly description?: string;
  readonly credential: Credential;
  /** A credential that may be left out, and with which the answer says more. */
  readonly alsoTakes?: 'operator';
  /** Alternatives, by content type. */
  readonly body?: readonly Body[];
  readonly parameters?: readonly Schema[];
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The possible refusals of the contract’s error table, in addition to 429 and 500. */
  readonly refusals: readonly number[];
  /** The schema of refusals, if another protocol has its own. */
  readonly refusal?: keyof typeof responseSchemas;
  /** Answers carry the header `Location`. */
  readonly location?: boolean;
  /** A file that was previewed can be named instead of a body (`Preview-Id`). */
  readonly takesPreview?: boolean;
  /** Answers carry the header `Preview-Id`. */
  readonly keepsPreview?: boolean;
  /** Headers of the answers, in addition to those that all have. */
  readonly headers?: Readonly<Record<string, Schema>>;
};

/** Operations by method and path, as `routes.ts` names them. */
export type Operations = Readonly<Record<string, Operation>>;

/** An operation at the path of each surface; the id of the one for API keys ends in `ByKey`. */
export const onBothSurfaces = (
  paths: { readonly token: string; readonly key: string },
  operation: Omit<Operation, 'credential'>,
  byKey: Partial<Operation> = {},
): Operations => ({
  [paths.token]: { ...operation, credential: 'token' },
  [paths.key]: { ...operation, id: `${operation.id}ByKey`, credential: 'key', ...byKey },
});

/** An operation at the same path below both surfaces. */
export const atPath = (method: string, path: string, operation: Omit<Operation, 'credential'>): Operations =>
  onBothSurfaces({ token: `${method} /api${path}`, key: `${method} /api/v1${path}` }, operation);

/** A header that a client may send. */
const optionalHeader = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** A header that a client has to send. */
export const requiredHeader = (name: string, description: string, schema: Schema): Schema => ({
  ...optionalHeader(name, description, schema),
  required: true,
});

/** A header with a UUID that a client may send. */
export const uuidHeader = (name: string, description: string): Schema =>
  optionalHeader(name, description, { type: 'string', format: 'uuid' });

/** A preference of the client (RFC 7240). */
export const preference = (value: string, description: string): Schema =>
  optionalHeader('Prefer', description, { type: 'string', examples: [value] });

import { mixed, object } from 'yup';
import type { NewKey } from '../../commands/manage-keys.ts';
import { maxKeyCollections, maxKeys, type Scope, scopes } from '../../domain/access-key.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { AccessKey } from '../../ports/accounts.ts';
import type { ListedKey } from '../../queries/find-keys.ts';
import { boolean, list, none, nullable, oneOf, record, referenced, text, timestamp, uuid } from './json-types.ts';
import { hasLength, isSeen, requiredText, text as textField, tidyName } from './requests.ts';
import { apiKey } from './responses.ts';

/** The checks of requests about keys, and the answers. */

const maxName = 100;

const name = requiredText()
  .test(hasLength(1, maxName, { trim: true }))
  .test({ ...isSeen, message: `\${path} must have 1 to ${maxName} characters` })
  .meta({ description: `Where it is used; trimmed, 1 to ${maxName} characters`, examples: ['Виджет на сайте'] });

export const keyName = object({ name });

export const newKey = object({
  name,
  scopes: mixed<object>()
    .required('${path} is required')
    .meta({ type: 'array', items: { type: 'string', enum: scopes }, minItems: 1, description: 'What it may do' }),
  collections: mixed<object>()
    .nullable()
    .meta({
      type: ['array', 'null'],
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      maxItems: maxKeyCollections,
      description: 'The collections that it may use; all if it is left out, those that come later too',
    }),
  expires_at: textField()
    .nullable()
    .meta({ format: 'date-time', description: 'When it ends, with a time zone; never if it is left out' }),
});

type Given = {
  readonly name: string;
  readonly scopes: unknown;
  readonly collections?: unknown;
  readonly expires_at?: string | null | undefined;
};

/** The key that a checked body asks for. Throws InvalidInput. */
export const wantedKey = (given: Given): NewKey => {
  const wanted = itemsOf('scopes', given.scopes, { max: 20, check: isScope, kind: `one of ${scopes.join(', ')}` });
  const collections =
    given.collections === undefined || given.collections === null
      ? null
      : itemsOf('collections', given.collections, { max: maxKeyCollections, check: isUuid, kind: 'a UUID' });
  return {
    name: tidyName(given.name),
    scopes: scopes.filter((scope) => wanted.includes(scope)),
    collections: collections && [...new Set(collections.map((id) => id.toLowerCase()))],
    expiresAt: timeOf(given.expires_at ?? null),
  };
};

const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value);

type Items<Item> = {
  readonly max: number;
  readonly check: (value: unknown) => value is Item;
  readonly kind: string;
};

const itemsOf = <Item>(path: string, value: unknown, { max, check, kind }: Items<Item>): readonly Item[] => {
  if (!Array.isArray(value) || value.length === 0 || value.length > max)
    throw new InvalidInput(`${path} must be an array of 1 to ${max} items`);
  return value.map((item: unknown, index) => {
    if (!check(item)) throw new InvalidInput(`${path}[${index}] must be ${kind}`);
    return item;
  });
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;

const timeOf = (given: string | null): string | null => {
  if (given === null) return null;
  const time = dateTime.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidInput('expires_at must be a date-time with a time zone');
  return new Date(time).toISOString();
};

const scopeList = list(oneOf(...scopes));

const ofKey = {
  id: ['id', uuid],
  name: ['name', text],
  scopes: ['scopes', scopeList],
  collections: ['collections', nullable(list(uuid)), 'Null for all, those that come later too'],
  createdAt: ['created_at', timestamp],
  expiresAt: ['expires_at', nullable(timestamp), 'Null for no end'],
  lastUsedAt: ['last_used_at', nullable(timestamp), 'The minute of its last use; null if it was never used'],
} as const;

type ShownKey = Omit<ListedKey, 'userId'>;

export const key = record<ShownKey>()('A key beside the API key of the account', ofKey);

export const createdKey = record<ShownKey & { readonly key: string }>()('A new key, which is not shown again', {
  ...ofKey,
  key: ['key', apiKey, 'For the paths below /api/v1'],
});

export const keys = record<{ readonly keys: readonly ShownKey[]; readonly next: null }>()(
  'The keys of the account, oldest first; one whose time is over is listed for 30 days',
  {
    keys: ['keys', list(referenced('Key', key), { maxItems: maxKeys })],
    next: ['next', none, 'All keys are on one page'],
  },
);

type Permission = Readonly<Record<Scope, boolean>>;

const permission = record<Permission>()('What the key may do in a collection', {
  search: ['search', boolean],
  read: ['read', boolean],
  upload: ['upload', boolean],
  manage: ['manage', boolean],
});

/** What scopes permit. */
export const permissionOf = (given: readonly Scope[]): Permission => ({
  search: given.includes('search'),
  read: given.includes('read'),
  upload: given.includes('upload'),
  manage: given.includes('manage'),
});

type PermittedCollection = { readonly id: string; readonly name: string; readonly permission: Permission };

export const permittedCollection = record<PermittedCollection>()('A collection that the key may use', {
  id: ['id', uuid],
  name: ['name', text],
  permission: ['permission', permission],
});

type OwnKey = Pick<AccessKey, 'scopes' | 'expiresAt'> & {
  readonly id: string | null;
  readonly name: string | null;
  readonly collections: readonly PermittedCollection[];
};

export const ownKey = record<OwnKey>()('The key of the request', {
  id: ['id', nullable(uuid), 'Null for the API key of the account'],
  name: ['name', nullable(text), 'Null for the API key of the account'],
  scopes: ['scopes', scopeList],
  expiresAt: ['expires_at', nullable(timestamp), 'Null for no end'],
  collections: ['collections', list(permittedCollection)],
});

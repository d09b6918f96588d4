import { boolean, object, type ObjectSchema, string, ValidationError } from 'yup';
import { InvalidInput } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Account } from '../ports/accounts.ts';
import type { Collection } from '../ports/collections.ts';
import type { Hit } from '../ports/ticket-index.ts';
import { type TicketOutcome, ticketOutcomes } from '../ports/uploads.ts';

const plans = ['free', 'starter', 'pro', 'enterprise'];

const points = (text: string) => (text.length > 20_000 ? text.length : Array.from(text).length);

/** A string field; messages name the field and never repeat its value. */
const text = () => string().strict().typeError('${path} must be a string');
const needed = () => text().required('${path} is required').nonNullable('${path} is required');
const lengthBetween = (least: number, most: number) =>
  ({
    name: 'length',
    message: `\${path} must have ${least} to ${most} characters`,
    test: (value: string | undefined) => value === undefined || (points(value) >= least && points(value) <= most),
  }) as const;
const email = () => needed().test('address', '${path} must be an e-mail address', (value) => isAddress(value.trim()));

/** One @, something on both sides, a dot in the domain, no blanks or control characters: mail itself is the only full check. */
const isAddress = (address: string) =>
  address.length <= 254 &&
  /^[^\s@\p{Cc}<>(),;:"\\[\]]{1,64}@[^\s@\p{Cc}<>(),;:"\\[\]]+$/u.test(address) &&
  domainForm.test(address);
const domainForm = /@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

export const registration = object({
  email: email(),
  password: needed().test(lengthBetween(8, 1024)),
  plan: text()
    .oneOf(plans, `\${path} must be one of ${plans.join(', ')}`)
    .nullable(),
});

/** A login says no more of an e-mail than that it is wrong, but for what no e-mail can hold. */
export const credentials = object({
  email: needed().test('nul', '${path} must not contain U+0000', (value) => !value.includes('\0')),
  password: needed(),
});

export const newCollection = object({
  name: needed().test({
    name: 'length',
    message: '${path} must have 1 to 200 characters',
    test: (value) => points(value.trim()) >= 1 && points(value.trim()) <= 200,
  }),
});

const uuid = () => needed().test('uuid', '${path} must be a UUID', (value) => isUuid(value));

export const collectionQuery = object({ collection_id: uuid() });

/** A page of a list: how many, and from after which key. */
export type Page = { readonly limit: number; readonly after: string | undefined };

const page = (most: number) => ({
  limit: string().test('limit', `\${path} must be a whole number from 1 to ${most}`, (value) => {
    if (value === undefined) return true;
    return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most;
  }),
  after: string().matches(/^\d{1,18}$/, '${path} must be what an earlier page named as next'),
});

export const uploadsQuery = object(page(100));

export const ticketsOfUploadQuery = object({
  ...page(1_000),
  outcome: string<TicketOutcome>().oneOf(ticketOutcomes, `\${path} must be one of ${ticketOutcomes.join(', ')}`),
});

/** The page that a checked query string asks for. */
export const pageOf = (
  { limit, after }: { readonly limit?: string | undefined; readonly after?: string | undefined },
  usual: number,
): Page => ({ limit: limit === undefined ? usual : Number(limit), after });

export const searchRequest = object({
  collection_id: uuid(),
  query: needed().test({
    name: 'length',
    message: '${path} must have 1 to 10000 characters',
    test: (value) => value.trim() !== '' && points(value.trim()) <= 10_000,
  }),
  generate_answer: boolean().strict().typeError('${path} must be true or false').nullable(),
});

/** The checked value of a body or a query string. Throws InvalidInput with the first complaint. */
export const checked = <Value extends object>(schema: ObjectSchema<Value>, value: unknown): Value => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidInput('body must be a JSON object');
  }
  // Own fields of the schema only: a body may bring a `constructor` or a `__proto__` of its own.
  const known = Object.keys(schema.fields).map((name): [string, unknown] => [
    name,
    Object.getOwnPropertyDescriptor(value, name)?.value,
  ]);
  try {
    return schema.validateSync(Object.fromEntries(known), { stripUnknown: true, abortEarly: true }) as Value;
  } catch (error) {
    if (error instanceof ValidationError) throw new InvalidInput(error.message);
    throw error;
  }
};

/** The User record of the contract; `apiKey` in the clear. */
export const userRecord = ({ id, email: address, plan, createdAt }: Account, apiKey: string) => ({
  id,
  email: address,
  api_key: apiKey,
  plan,
  created_at: createdAt,
});

export const collectionRecord = ({ id, userId, name, ticketCount, createdAt }: Collection) => ({
  id,
  user_id: userId,
  name,
  ticket_count: ticketCount,
  created_at: createdAt,
});

export const sourceItem = ({ ticketId, score, category, fullText }: Hit) => ({
  ticket_id: ticketId,
  score,
  category,
  full_text: fullText,
});

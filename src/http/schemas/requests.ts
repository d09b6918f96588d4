import { object, type ObjectSchema, setLocale, string, ValidationError } from 'yup';
import { emailSpellings, maxEmailLength, mixesScripts } from '../../domain/email.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import { type TicketOutcome, ticketOutcomes } from '../../ports/uploads.ts';
import { isCommonPassword, minPasswordLength } from './common-passwords.ts';
import type { Schema } from './json-types.ts';

/*
 * The OpenAPI schemas of requests are made from these checks (`requestSchema`): `meta` adds what a check cannot express, and a test's parameter
 * `jsonSchema` its constraint.
 */

// The library's own sentence repeats the value. A parameter of a query string that is given twice comes as an array.
setLocale({
  mixed: {
    notType: ({ path, type, originalValue }) =>
      Array.isArray(originalValue) ? `${path} must be given once` : `${path} must be a ${type}`,
  },
});

export const plans = ['free', 'starter', 'pro', 'enterprise'] as const;
export const defaultPlan = 'free';

/** Code points; a text that is far too long is not counted to its end. */
const lengthOf = (value: string) => (value.length > 20_000 ? value.length : Array.from(value).length);

/** A string field; messages name the field and never repeat its value. */
export const text = () => string().strict().typeError('${path} must be a string');
export const requiredText = () => text().required('${path} is required').nonNullable('${path} is required');

/** JSON Schema has no length of a trimmed text, only that it is not blank: the length is for the description. */
export const hasLength = (min: number, max: number, { trim = false } = {}) => ({
  name: 'length',
  message: `\${path} must have ${min} to ${max} characters`,
  params: { jsonSchema: (trim ? { pattern: '\\S' } : { minLength: min, maxLength: max }) satisfies Schema },
  test: (value: string | undefined) => {
    if (value === undefined) return true;
    const length = lengthOf(trim ? value.trim() : value);
    return length >= min && length <= max;
  },
});

/** Control characters, and marks that would turn the words around a name about. */
const unseen = /[\p{Cc}\p{Bidi_Control}]+/gu;

/** A name as it is stored. */
export const tidyName = (name: string): string => name.toWellFormed().replaceAll(unseen, ' ').trim().normalize('NFC');

/** Something is left of a name. */
export const isSeen = {
  name: 'seen',
  message: '${path} must have 1 to 200 characters',
  test: (value: string | undefined) => value === undefined || tidyName(value) !== '',
};

/** A required UUID. */
export const uuid = () =>
  requiredText().test({
    name: 'uuid',
    message: '${path} must be a UUID',
    params: { jsonSchema: { format: 'uuid' } satisfies Schema },
    test: (value) => isUuid(value),
  });

/** One @, text on both sides, a dot in the domain, no blanks or control characters: only sending a mail would check more. */
const isAddress = (address: string) =>
  address.length <= maxEmailLength &&
  /^[^\s@\p{Cc}<>(),;:"\\[\]]{1,64}@[^\s@\p{Cc}<>(),;:"\\[\]]+$/u.test(address) &&
  domainForm.test(address);
const domainForm = /@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Characters that are invisible (zero-width, bidirectional) or decomposed would make two e-mails look alike. */
const hasNoHiddenCharacters = {
  name: 'look',
  message: '${path} must not contain invisible or decomposed characters',
  test: (value: string) => {
    if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return false;
    const address = value.trim();
    // No account has a longer one, and normalising takes a time that grows with the square of the length.
    return address.length > maxEmailLength || address.normalize('NFC') === address;
  },
};

const chosenPassword = () =>
  requiredText()
    .test(hasLength(minPasswordLength, 1024))
    .test({
      name: 'common',
      message: '${path} is one of the most common passwords; choose another',
      test: (value) => !isCommonPassword(value),
    })
    .meta({ description: '12 to 1024 characters; none of the most common passwords' });

export const registration = object({
  email: requiredText()
    .test(hasNoHiddenCharacters)
    .test({
      name: 'address',
      message: '${path} must be an e-mail address',
      params: { jsonSchema: { pattern: '^\\s*[^\\s@]{1,64}@[^\\s@]+\\.[^\\s@]{2,63}\\s*$' } satisfies Schema },
      // What it is compared by must be one too: NFKC makes an @ of some characters.
      test: (value) => isAddress(value.trim()) && isAddress(emailSpellings(value).canonical),
    })
    .test({
      name: 'scripts',
      message: '${path} must not mix letters of scripts that look alike',
      test: (value) => value.length > maxEmailLength || !mixesScripts(emailSpellings(value).canonical),
    })
    .meta({
      description: 'Trimmed, lower-cased and normalised (NFKC, IDNA); can be registered once',
      examples: ['me@example.com'],
    }),
  password: chosenPassword(),
  plan: text()
    .oneOf(plans, `\${path} must be one of ${plans.join(', ')}`)
    .nullable()
    .meta({ default: defaultPlan }),
});

/** At login the e-mail’s format is not checked, except for U+0000 and invisible or decomposed characters. */
export const credentials = object({
  email: requiredText()
    .test(hasNoHiddenCharacters)
    .test({
      name: 'nul',
      message: '${path} must not contain U+0000',
      params: { jsonSchema: { pattern: '^[^\\u0000]*$' } satisfies Schema },
      test: (value) => !value.includes('\0'),
    })
    .meta({ description: 'As registered' }),
  password: requiredText().meta({ description: 'As registered' }),
});

export const newPassword = object({
  current: requiredText().meta({ description: 'The password until now' }),
  new: chosenPassword(),
});

export const newCollection = object({
  name: requiredText()
    .test(hasLength(1, 200, { trim: true }))
    .test(isSeen)
    .meta({
      description: 'Trimmed; 1 to 200 characters; need not be unique',
      examples: ['Доставка и возвраты'],
    }),
});

export const collectionQuery = object({ collection_id: uuid().meta({ description: 'The collection' }) });

/** What becomes of a ticket that is stored already. */
export const duplicatesQuery = object({
  on_duplicate: string<'skip' | 'update'>().oneOf(['skip', 'update'], '${path} must be skip or update').meta({
    default: 'skip',
    description:
      'With update, a stored ticket whose cleaned content differs is corrected, and counts as processed; one with equal content is a duplicate, for which nothing is written. A field that is left out stays as it is, an empty one is emptied',
  }),
});

/** A page of a list: its size, and the key of the last item before it. */
export type Page = { readonly limit: number; readonly after: string | undefined };

export const page = (maxLimit: number) => ({
  limit: string()
    .test('limit', `\${path} must be a whole number from 1 to ${maxLimit}`, (value) => {
      if (value === undefined) return true;
      return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= maxLimit;
    })
    .meta({ description: 'The size of the page', type: 'integer', minimum: 1, maximum: maxLimit }),
  after: string()
    .matches(/^\d{1,18}$/, '${path} must be what an earlier page named as next')
    .meta({ description: 'The value of `next` in the previous page', pattern: String.raw`^\d{1,18}$` }),
});

export const uploadsQuery = object(page(100));

export const undoQuery = object({
  by_hand: string<'hide' | 'keep'>().oneOf(['hide', 'keep'], '${path} must be hide or keep').meta({
    description: 'What becomes of tickets that the upload stored and a person has corrected or flagged since',
    default: 'hide',
  }),
});

export const restorationsQuery = object({ after: page(1).after });

export const ticketsOfUploadQuery = object({
  ...page(1_000),
  outcome: string<TicketOutcome>()
    .oneOf(ticketOutcomes, `\${path} must be one of ${ticketOutcomes.join(', ')}`)
    .meta({ description: 'Only tickets with this outcome' }),
});

/** The page that a checked query string requests. */
export const pageOf = (
  { limit, after }: { readonly limit?: string | undefined; readonly after?: string | undefined },
  defaultLimit: number,
): Page => ({ limit: limit === undefined ? defaultLimit : Number(limit), after });

/** The checked value of a body or a query string. Throws InvalidInput with the first error. */
export const checked = <Value extends object>(schema: ObjectSchema<Value>, value: unknown): Value => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidInput('body must be a JSON object');
  }
  // Own properties only: a body may contain `constructor` or `__proto__`.
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

import { mixed, object, string, type StringSchema } from 'yup';
import { isLongerThan } from '../../domain/characters.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { isNotNameWord, notNameLimits, notNamePattern } from '../../domain/not-names.ts';
import { parseTicketId } from '../../domain/ticket-input.ts';
import { maxFilterCategories } from '../../domain/ticket-filter.ts';
import { type NamedDetail, type ShownName, shownDetails } from '../../domain/ticket-fields.ts';
import { ticketOrders, type TicketRow, ticketStateNames } from '../../ports/tickets.ts';
import type { Schema } from './json-types.ts';
import { hasLength, isSeen, page, requiredText, text } from './requests.ts';
import { resolvedTimes } from './ticket-filter.ts';
import { ticketIdSchema } from './ticket-request.ts';

/** The checks of requests that read and change stored tickets. */

const maxFilterCharacters = 200;
/** Tickets of one request to withdraw or restore them, and ids of a page of a list. */
export const maxTicketsAtOnce = 1_000;

/** A parameter that may be repeated, as the parser of query strings gives it. */
export const listOf = (value: unknown): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [value as string];

const ticketState = string<TicketRow['state']>().oneOf(
  ticketStateNames,
  `\${path} must be one of ${ticketStateNames.join(', ')}`,
);

const filters = {
  category: mixed<string | readonly string[]>()
    .test(
      'categories',
      `\${path} may be given ${maxFilterCategories} times`,
      (value) => listOf(value).length <= maxFilterCategories,
    )
    .meta({
      type: 'array',
      items: { type: 'string' },
      maxItems: maxFilterCategories,
      description: 'Only tickets of this category; it may be repeated for several',
    }),
  ...resolvedTimes,
  text: text().test(hasLength(0, maxFilterCharacters)).meta({
    description:
      'Only tickets with all of these words in problem or solution, in any form, or whose id begins with it or has its letters and digits, in any case; three and more digits also find the ids that end with them',
  }),
};

export const exportQuery = object({
  state: ticketState.meta({ default: 'active', description: 'The tickets in this state' }),
  ...filters,
});

export const ticketsQuery = object({
  state: ticketState.meta({ description: 'Only tickets in this state' }),
  ...filters,
  flagged: string<'true'>()
    .oneOf(['true'], '${path} must be true or left out')
    .meta({ description: 'Only tickets that are flagged for review' }),
  sort: string<(typeof ticketOrders)[number]>()
    .oneOf(ticketOrders, `\${path} must be one of ${ticketOrders.join(', ')}`)
    .meta({ default: 'stored', description: 'Newest first, or last changed first' }),
  fields: string<'ids'>()
    .oneOf(['ids'], '${path} must be ids or left out')
    .meta({ description: 'With ids, rows without texts (`TicketIds`), up to 1 000 on a page' }),
  ...page(maxTicketsAtOnce),
  limit: page(maxTicketsAtOnce)
    .limit.meta({ description: 'The size of the page; at most 100 without `fields=ids`' })
    .when('fields', ([fields]: readonly unknown[], limit: StringSchema) =>
      fields === 'ids' ? limit : page(100).limit,
    ),
});

export const ticketHistoryQuery = object(page(100));

const newText = (description: string) => text().nullable().meta({ description });

const newDetail = ({ label, schema: { maxLength }, values }: NamedDetail) => {
  const named = newText(`Its new ${label.en}`);
  if (values) {
    const names = Object.keys(values);
    return named.oneOf([...names, ''], `\${path} must be one of ${names.join(', ')}`);
  }
  return named.test({
    name: 'length',
    message: `\${path} must have at most ${maxLength} characters`,
    params: { jsonSchema: { maxLength } satisfies Schema },
    test: (value) => !isLongerThan(value ?? '', maxLength),
  });
};

export const ticketCorrection = object({
  ...(Object.fromEntries(shownDetails.map((detail) => [detail.name, newDetail(detail)])) as Readonly<
    Record<ShownName, ReturnType<typeof newText>>
  >),
  problem: newText('Its new problem'),
  solution: newText('Its new solution; an empty line begins another message'),
});

/** The ids are checked by `ticketIdsOf`. */
export const someTickets = object({
  ticket_ids: mixed<object>().required('${path} is required').meta({
    type: 'array',
    minItems: 1,
    maxItems: maxTicketsAtOnce,
    items: ticketIdSchema,
    description: 'The ids of tickets',
  }),
});

/** Throws InvalidInput that names the path. */
export const ticketIdsOf = ({ ticket_ids: ids }: { readonly ticket_ids: unknown }): readonly string[] => {
  if (!Array.isArray(ids)) throw new InvalidInput('ticket_ids must be an array');
  if (ids.length === 0 || ids.length > maxTicketsAtOnce) {
    throw new InvalidInput(`ticket_ids must have 1 to ${maxTicketsAtOnce} ids`);
  }
  return ids.map((id: unknown, index) => parseTicketId(id, () => `ticket_ids[${index}]`));
};

const placeholder = '{ticket_id}';
const maxAddressCharacters = 2_000;
/** As far as a pattern can say it. */
const addressPattern = String.raw`^https://[\x21-\x7e]*\{ticket_id\}[\x21-\x7e]*$`;

/** Whether an address can lead to tickets: https, without credentials, in ASCII, with the placeholder. */
const isTicketUrl = (value: string): boolean => {
  if (!value.includes(placeholder) || !/^https:\/\/[\x21-\x7e]+$/.test(value) || value.length > maxAddressCharacters) {
    return false;
  }
  const address = URL.parse(value.replaceAll(placeholder, '1'));
  return address?.protocol === 'https:' && address.username === '' && address.password === '';
};

export const collectionSettings = object({
  name: requiredText()
    .test(hasLength(1, 200, { trim: true }))
    .test(isSeen)
    .notRequired()
    .nonNullable()
    .meta({ description: 'Trimmed; 1 to 200 characters' }),
  ticket_url: text()
    .nullable()
    .test({
      name: 'address',
      message: `\${path} must begin with https:// and contain ${placeholder}`,
      params: { jsonSchema: { pattern: addressPattern, maxLength: maxAddressCharacters } satisfies Schema },
      test: (value) => value === undefined || value === null || isTicketUrl(value),
    })
    .meta({
      description: `The address of a ticket in the system it came from, with ${placeholder}; null removes it`,
      examples: ['https://desk.example.com/tickets/{ticket_id}'],
    }),
  not_names: mixed<readonly string[]>((value): value is readonly string[] => Array.isArray(value))
    .typeError('${path} must be an array')
    .nonNullable()
    .test(
      'words',
      `\${path} must have at most ${notNameLimits.words} words of letters and digits, with hyphens inside, and at most ${notNameLimits.characters} characters each`,
      (value) =>
        value === undefined ||
        (value.length <= notNameLimits.words && value.every((each) => typeof each === 'string' && isNotNameWord(each))),
    )
    .meta({
      type: 'array',
      maxItems: notNameLimits.words,
      items: { type: 'string', maxLength: notNameLimits.characters, pattern: notNamePattern },
      description:
        'All words that are never taken for names in later uploads, corrections and searches, such as names of products; in any letter case, each grammatical form by itself',
      examples: [['КриптоПро', 'Рутокен']],
    }),
});

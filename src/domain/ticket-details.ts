import { InvalidInput } from './errors.ts';
import { pastTime, type TimeRefusal } from './past-time.ts';
import { limited, textOf } from './text-checks.ts';
import {
  type DetailKind,
  details,
  type NamedDetail,
  type SentDetails,
  type ShownDetails,
  shownDetails,
  type TicketDetails,
} from './ticket-fields.ts';
import { webAddress } from './web-address.ts';
import { ownWords, type Said, sentence } from './sentence.ts';

/** The details of a ticket in JSON that were not left out. Throws InvalidInput that names the field. */
export const parseDetails = (value: Readonly<Record<string, unknown>>, pathOf: (name: string) => Said): SentDetails =>
  Object.fromEntries(
    details.flatMap((detail) => {
      const at = () => pathOf(detail.name);
      const text = textOf(value[detail.name], at);
      return text === undefined ? [] : [[detail.property, checkedDetail(detail, text, at)]];
    }),
  );

/** A detail as it is stored, before it is cleaned: one with values may have a label in their place, or be empty. Throws InvalidInput. */
export const checkedDetail = (
  { schema, values, kind }: Pick<NamedDetail, 'schema' | 'values' | 'kind'>,
  text: string,
  at: () => Said,
): string => {
  if (kind) return checkedKind[kind](limited(text, schema.maxLength, at), schema.maxLength, at);
  if (!values) return limited(text, schema.maxLength, at);
  const wanted = text.trim().toLowerCase();
  const found = Object.entries(values).find(([value, { ru, en }]) => [value, ru, en].includes(wanted));
  if (!found && wanted !== '')
    throw new InvalidInput(sentence`${at()} must be one of ${ownWords(Object.keys(values).join(', '))}`);
  return found ? found[0] : '';
};

const timeRefusals: Readonly<Record<TimeRefusal, string>> = {
  unreadable: 'must be a date, such as 2023-05-24T12:30:00Z or 24.05.2023',
  ambiguous: 'may be one of two days, since day or month may come first; write it as 2023-05-24',
  'before 1970': 'must not be before 1970',
  'in the future': 'must not be in the future',
};

/** A text of a kind in its one spelling, which may be longer than the text. */
const checkedKind: Readonly<Record<DetailKind, (text: string, maxLength: number, at: () => Said) => string>> = {
  time: (text, _, at) => {
    const time = pastTime(text);
    if (typeof time === 'string') return time;
    throw new InvalidInput(sentence`${at()} ${ownWords(timeRefusals[time.refused])}`);
  },
  address: (text, maxLength, at) => {
    const address = text.trim() === '' ? '' : webAddress(text);
    if (address !== undefined) return limited(address, maxLength, at);
    throw new InvalidInput(sentence`${at()} must be an address that begins with https:// or http://, without a user`);
  },
};

/** How a text of each kind is cleaned of personal data; a time has none. */
export type DetailCleaning = { readonly text: (text: string) => string; readonly address: (address: string) => string };

/** The details as they are stored, each cleaned of personal data separately. */
export const cleanDetails = (sent: SentDetails, cleaning: DetailCleaning): TicketDetails => {
  const clean: Readonly<Record<DetailKind | 'text', (text: string) => string>> = { ...cleaning, time: (text) => text };
  return eachDetail(({ property, kind, missing }) => {
    const text = sent[property];
    return text === undefined ? missing : clean[kind ?? 'text'](text);
  });
};

/** The details that have a text; one that may be left out is so if it is empty. */
export const eachDetail = (textOfDetail: (detail: NamedDetail) => string | undefined): TicketDetails =>
  Object.fromEntries(
    details.flatMap((detail) => {
      const text = textOfDetail(detail);
      return text === undefined || (text === '' && detail.missing === undefined) ? [] : [[detail.property, text]];
    }),
  ) as TicketDetails;

/** The details that people see and that are not missing. */
export const eachShown = (
  textOfDetail: (detail: (typeof shownDetails)[number]) => string | null | undefined,
): ShownDetails =>
  Object.fromEntries(
    shownDetails.flatMap((detail) => {
      const text = textOfDetail(detail) ?? undefined;
      return text === undefined ? [] : [[detail.property, text]];
    }),
  ) as ShownDetails;

/** The details by their names in JSON, as stores have them. */
export const namedDetails = (ticket: TicketDetails): TicketDetails<'name'> => {
  const texts: Readonly<Record<string, string | undefined>> = ticket;
  return Object.fromEntries(details.map(({ name, property }) => [name, texts[property]])) as TicketDetails<'name'>;
};

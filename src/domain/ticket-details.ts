import { InvalidInput } from './errors.ts';
import { limited, textOf } from './text-checks.ts';
import { details, type NamedDetail, type ShownDetails, shownDetails, type TicketDetails } from './ticket-fields.ts';

/** The details of a ticket in JSON. Throws InvalidInput that names the field. */
export const parseDetails = (
  value: Readonly<Record<string, unknown>>,
  pathOf: (name: string) => string,
): TicketDetails =>
  eachDetail((detail) => {
    const at = () => pathOf(detail.name);
    const text = textOf(value[detail.name], at);
    return text === undefined ? detail.missing : checkedDetail(detail, text, at);
  });

/** A detail as it is stored: one with values may have a label in their place, or be empty. Throws InvalidInput. */
export const checkedDetail = (
  { schema, values }: Pick<NamedDetail, 'schema' | 'values'>,
  text: string,
  at: () => string,
): string => {
  if (!values) return limited(text, schema.maxLength, at);
  const wanted = text.trim().toLowerCase();
  const found = Object.entries(values).find(([value, { ru, en }]) => [value, ru, en].includes(wanted));
  if (!found && wanted !== '') throw new InvalidInput(`${at()} must be one of ${Object.keys(values).join(', ')}`);
  return found ? found[0] : '';
};

/** The details, each cleaned of personal data separately. */
export const cleanDetails = (ticket: TicketDetails, clean: (text: string) => string): TicketDetails => {
  const texts: Readonly<Record<string, string | undefined>> = ticket;
  return eachDetail(({ property }) => {
    const text = texts[property];
    return text === undefined ? undefined : clean(text);
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

import { limited, textOf } from './text-checks.ts';
import { details, type TicketDetails } from './ticket-fields.ts';

/** The details of a ticket in JSON. Throws InvalidInput that names the field. */
export const parseDetails = (
  value: Readonly<Record<string, unknown>>,
  pathOf: (name: string) => string,
): TicketDetails =>
  eachDetail(({ name, missing, schema }) => {
    const at = () => pathOf(name);
    const text = textOf(value[name], at);
    return text === undefined ? missing : limited(text, schema.maxLength, at);
  });

/** The details, each cleaned of personal data separately. */
export const cleanDetails = (ticket: TicketDetails, clean: (text: string) => string): TicketDetails => {
  const texts: Readonly<Record<string, string | undefined>> = ticket;
  return eachDetail(({ property }) => {
    const text = texts[property];
    return text === undefined ? undefined : clean(text);
  });
};

const eachDetail = (textOfDetail: (detail: (typeof details)[number]) => string | undefined): TicketDetails =>
  Object.fromEntries(
    details.flatMap((detail) => {
      const text = textOfDetail(detail);
      return text === undefined ? [] : [[detail.property, text]];
    }),
  ) as TicketDetails;

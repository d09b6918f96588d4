import {
  type DetailName,
  details,
  type NamedDetail,
  type PropertyOf,
  shownDetails,
  type TicketDetails,
} from '../../domain/ticket-fields.ts';
import { type JsonType, jsonType, optional, text } from './json-types.ts';

type Text<Name extends DetailName> = TicketDetails[PropertyOf<Name>];
type Fields<Name extends DetailName> = {
  readonly [Each in Name as PropertyOf<Each>]: readonly [name: Each, type: JsonType<Text<Each>, Text<Each>>];
};
const typeOf = ({ values }: NamedDetail): JsonType<string> =>
  values ? jsonType<string>({ type: 'string', enum: Object.keys(values) }) : text;

const fieldsOf = <Name extends DetailName>(named: readonly NamedDetail<Name>[]): Fields<Name> =>
  Object.fromEntries(
    named.map((detail): [string, unknown] => {
      const type = typeOf(detail);
      return [detail.property, [detail.name, detail.missing === undefined ? optional(type) : type]];
    }),
  ) as Fields<Name>;

/** The details of a ticket in a response. */
export const detailFields = fieldsOf(details);
/** Those that people see. */
export const shownFields = fieldsOf(shownDetails);

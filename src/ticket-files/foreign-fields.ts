import { firstCharacters } from '../domain/characters.ts';
import { sentence } from '../domain/sentence.ts';
import { type RawTicket, UnreadableFile } from './ticket-item.ts';

/** Without any of them an object of JSON is something else than a ticket. */
const ownFields = ['ticket_id', 'description', 'messages'];

/** What is told of a file's own names: so many, and of each so many code points. */
const shown = { names: 10, characters: 40 };

/** Why an object with fields of another kind is no ticket, with the names that it has; undefined if it has some field of a ticket, or none at all. */
export const foreignFields = ({ value, pathOf, index, row }: RawTicket): UnreadableFile | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value);
  if (names.length === 0 || names.some((name) => ownFields.includes(name))) return undefined;
  const listed = names.slice(0, shown.names).map((name) => `"${firstCharacters(name, shown.characters)}"`);
  const found = `${listed.join(', ')}${names.length > shown.names ? ', …' : ''}`;
  return new UnreadableFile(sentence`${pathOf('')} has no field ticket_id, description or messages; found ${found}`, {
    row: row ?? null,
    index,
  });
};

import { ticketLimits } from '../domain/limits.ts';
import type { ColumnName } from '../domain/ticket-fields.ts';
import type { ColumnMap } from './column-map.ts';
import { type RawTicket, type TicketItem, UnreadableFile } from './ticket-item.ts';
import { cellOf, fieldOf, messageIndexOf, cellLocation, ticketFields } from './row-fields.ts';
import type { RowItem, TableRow } from './table-row.ts';
import { ownWords, sentence } from '../domain/sentence.ts';

/** Consecutive rows of one ticket. */
type Group = {
  readonly first: TableRow;
  readonly index: number;
  readonly fields: ReturnType<typeof ticketFields>;
  messages: { readonly role: string; readonly text: string; readonly row: number }[];
  rows: number;
  characters: number;
  isRefused: boolean;
};

/**
 * The tickets of a table with one row per message: consecutive rows with the same id are one ticket, its other fields are those of the first row. An
 * id that is repeated later is another ticket (a duplicate): collecting it would need the whole file in memory.
 */
export async function* ticketsOfMessageRows(
  map: ColumnMap,
  rows: AsyncIterable<RowItem>,
): AsyncGenerator<TicketItem, void> {
  let group: Group | undefined;
  for await (const row of rows) {
    if (row instanceof UnreadableFile) {
      yield row;
      continue;
    }
    const fields = ticketFields(map, row);
    if (group?.fields.ticket_id !== fields.ticket_id) {
      if (group && !group.isRefused) yield ticketOf(map, group);
      group = groupOf(row, (group?.index ?? -1) + 1, fields);
    }
    const reason = group.isRefused ? undefined : addMessage(map, group, row);
    if (reason) yield reason;
  }
  if (group && !group.isRefused) yield ticketOf(map, group);
}

const groupOf = (first: TableRow, index: number, fields: Group['fields']): Group => ({
  first,
  index,
  fields,
  messages: [],
  rows: 0,
  characters: fields.description?.length ?? 0,
  isRefused: false,
});

/** Adds the message of a row; returns the refusal if the ticket then exceeds its limits, which are applied here so that memory stays bounded. */
const addMessage = (map: ColumnMap, group: Group, row: TableRow): UnreadableFile | undefined => {
  group.rows++;
  if (group.rows > ticketLimits.messages) return refused(group, 'has more than 2 000 messages');
  const message = { role: roleOf(cellOf(map, row, 'role')), text: cellOf(map, row, 'text'), row: row.row };
  if (message.role === '' && message.text.trim() === '') return undefined;
  group.messages.push(message);
  group.characters += message.text.length;
  if (group.characters <= ticketLimits.textBytes) return undefined;
  return refused(group, 'is too large: description and messages may have 256 KiB together');
};

const refused = (group: Group, why: string): UnreadableFile => {
  const { first, index } = group;
  group.isRefused = true;
  group.messages = [];
  return new UnreadableFile(sentence`the ticket that begins in row ${first.row} ${ownWords(why)}`, {
    row: first.row,
    index,
  });
};

const ticketOf = (map: ColumnMap, { first, index, fields, messages }: Group): RawTicket => ({
  value: { ...fields, messages: messages.map(({ role, text }) => ({ role, text })) },
  index,
  row: first.row,
  pathOf: (path) => {
    const message = messages[messageIndexOf(path)];
    if (message) return cellLocation(map, message.row, path.endsWith('.role') ? 'role' : 'text');
    const field = fieldOf(path);
    return field === '' || field === 'messages'
      ? sentence`row ${first.row}`
      : cellLocation(map, first.row, field as ColumnName);
  },
});

const clientWords = [
  'клиент',
  'клиентка',
  'пользователь',
  'покупатель',
  'заказчик',
  'абонент',
  'заявитель',
  'потребитель',
  'посетитель',
  'гость',
  'подписчик',
  'автор обращения',
  'lead',
];
const supportWords = [
  'поддержка',
  'служба поддержки',
  'техподдержка',
  'техническая поддержка',
  'саппорт',
  'оператор',
  'агент',
  'специалист',
  'специалист поддержки',
  'оператор поддержки',
  'агент поддержки',
  'сотрудник',
  'ассистент',
  'сотрудник поддержки',
  'инженер поддержки',
  'менеджер',
  'консультант',
  'помощник',
  'исполнитель',
  'эксперт',
  'admin',
];

const roleByWord = new Map([
  ...clientWords.map((word): [string, string] => [word, 'client']),
  ...supportWords.map((word): [string, string] => [word, 'support']),
]);

/** The role (`client` or `support`) for a Russian word, or one of a desk, in a role column; any other word is returned trimmed. */
const roleOf = (cell: string): string => {
  const word = cell.trim();
  return roleByWord.get(word.toLowerCase().replaceAll('ё', 'е').replace(/\s+/gu, ' ')) ?? word;
};

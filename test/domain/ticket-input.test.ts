import test from 'ava';
import { InvalidInput } from '../../src/domain/errors.ts';
import { parseTicket, type TicketInput, ticketJson } from '../../src/domain/ticket-input.ts';

const pathOf = (path: string) => (path === '' ? 'tickets[3]' : `tickets[3].${path}`);
const parse = (value: unknown) => parseTicket(value, pathOf);
const withMessage = (message: unknown) => ({ ticket_id: 1, messages: [{ role: 'client', text: '' }, message] });

test('texts are filled with their defaults, details that are left out stay so, null counts as left out', (t) => {
  const defaults = { ticketId: '1', description: '', messages: [] };
  t.deepEqual(parse({ ticket_id: 1 }), defaults);
  t.deepEqual(parse({ ticket_id: '1', category: null, description: null, client: null, messages: null }), defaults);
});
test('unknown fields are ignored', (t) => {
  t.is(parse({ ticket_id: 1, unknown: { deep: [] } }).ticketId, '1');
});
test('integers become strings, 1.0 and -0 too', (t) => {
  t.is(parse({ ticket_id: 1.0 }).ticketId, '1');
  t.is(parse({ ticket_id: -0 }).ticketId, '0');
  t.is(parse({ ticket_id: -42 }).ticketId, '-42');
  t.is(parse({ ticket_id: Number.MAX_SAFE_INTEGER }).ticketId, '9007199254740991');
});
test('lone surrogates become well-formed text', (t) => {
  t.is(parse({ ticket_id: 'a\ud800' }).ticketId, 'a\ufffd');
  t.is(parse({ ticket_id: 1, description: '\udc00' }).description, '\ufffd');
});
test('ids and lengths are those of the characters that were sent, composed or not', (t) => {
  t.not(parse({ ticket_id: 'и\u0306' }).ticketId, parse({ ticket_id: 'й' }).ticketId);
  t.is(parse({ ticket_id: '1&nbsp;2' }).ticketId, '1&nbsp;2');
  t.is(parse({ ticket_id: 1, category: 'й'.repeat(500) }).category?.length, 500);
  t.throws(() => parse({ ticket_id: 1, category: 'и\u0306'.repeat(251) }), { instanceOf: InvalidInput });
  t.throws(() => parse({ ticket_id: 1, client: '&nbsp;'.repeat(84) }), { instanceOf: InvalidInput });
});
test('text left out of a message is empty', (t) => {
  t.deepEqual(parse({ ticket_id: 1, messages: [{ role: 'client' }] }).messages, [{ role: 'client', text: '' }]);
});

const refused: readonly (readonly [string, unknown, string])[] = [
  ['a ticket that is no object', 7, 'tickets[3] must be an object'],
  ['a list for a ticket', [], 'tickets[3] must be an object'],
  ['no id', {}, 'tickets[3].ticket_id is required'],
  ['a null id', { ticket_id: null }, 'tickets[3].ticket_id is required'],
  ['a boolean id', { ticket_id: true }, 'tickets[3].ticket_id must be an integer or a string'],
  ['a fraction as id', { ticket_id: 1.5 }, 'tickets[3].ticket_id must be an integer or a string'],
  ['an empty id', { ticket_id: '' }, 'tickets[3].ticket_id must not be empty'],
  ['U+0000 in an id', { ticket_id: 'a\0b' }, 'tickets[3].ticket_id must not contain control characters'],
  ['an id of 201 characters', { ticket_id: 'я'.repeat(201) }, 'tickets[3].ticket_id must have at most 200 characters'],
  [
    'an integer that a number cannot hold',
    { ticket_id: 2 ** 53 },
    'tickets[3].ticket_id is too large for a number; send it as a string',
  ],
  [
    'a big integer from a reader',
    { ticket_id: 2n ** 60n },
    'tickets[3].ticket_id is too large for a number; send it as a string',
  ],
  ['a number as category', { ticket_id: 1, category: 5 }, 'tickets[3].category must be a string'],
  [
    'a category of 501 characters',
    { ticket_id: 1, category: 'я'.repeat(501) },
    'tickets[3].category must have at most 500 characters',
  ],
  [
    'a client of 501 characters',
    { ticket_id: 1, client: 'я'.repeat(501) },
    'tickets[3].client must have at most 500 characters',
  ],
  ['an object as description', { ticket_id: 1, description: {} }, 'tickets[3].description must be a string'],
  ['an object for messages', { ticket_id: 1, messages: {} }, 'tickets[3].messages must be an array'],
  [
    '2 001 messages',
    { ticket_id: 1, messages: Array(2001).fill({ role: 'a' }) },
    'tickets[3].messages has more than 2000 messages',
  ],
  ['a message that is no object', withMessage('x'), 'tickets[3].messages[1] must be an object'],
  ['a message without a role', withMessage({ text: '' }), 'tickets[3].messages[1].role is required'],
  [
    'a role of 51 characters',
    withMessage({ role: 'r'.repeat(51) }),
    'tickets[3].messages[1].role must have at most 50 characters',
  ],
  ['a number as text', withMessage({ role: 'client', text: 5 }), 'tickets[3].messages[1].text must be a string'],
];
for (const [title, value, message] of refused) {
  test(`refused with its path: ${title}`, (t) => {
    t.throws(() => parse(value), { instanceOf: InvalidInput, message });
  });
}

test('characters are code points: 500 emoji are 500 characters', (t) => {
  t.notThrows(() => parse({ ticket_id: 1, category: '😀'.repeat(500) }));
  t.throws(() => parse({ ticket_id: 1, category: '😀'.repeat(501) }), { instanceOf: InvalidInput });
});
test('description and messages may have 256 KiB of UTF-8 together, not a byte more', (t) => {
  const ticket = (bytes: number) => ({
    ticket_id: 1,
    description: 'я',
    messages: [{ role: 'client', text: 'a'.repeat(bytes - 2) }],
  });
  t.notThrows(() => parse(ticket(256 * 1024)));
  t.throws(() => parse(ticket(256 * 1024 + 1)), { message: /tickets\[3\] is too large/ });
});

test('the JSON form of a ticket is read as the same ticket', (t) => {
  const ticket: TicketInput = {
    ticketId: '7',
    category: 'Печать',
    description: 'Не печатает',
    client: 'ООО «Ромашка»',
    messages: [{ role: 'support', text: 'Перезапустите службу печати' }],
  };
  t.deepEqual(
    parseTicket(ticketJson(ticket), (path) => path),
    ticket,
  );
});

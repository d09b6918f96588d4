import test from 'ava';
import { InvalidInput } from '../../src/domain/errors.ts';
import { ticketStoredData } from '../../src/domain/ticket.ts';
import { checkedDetail, cleanDetails, parseDetails } from '../../src/domain/ticket-details.ts';
import { details } from '../../src/domain/ticket-fields.ts';
import type { TicketStored } from '../../src/domain/ticket-events.ts';

const parse = (value: Readonly<Record<string, unknown>>) => parseDetails(value, (name) => `tickets[0].${name}`);

const address = (text: string) => `cleaned ${text}`;

for (const { name, property, missing, schema } of details.filter(({ values, kind }) => !values && !kind)) {
  test(`${name} is checked by its row of the table, and cleaned by itself`, (t) => {
    const read = parse({ [name]: 'text' });
    t.is(read[property], 'text');
    t.is(cleanDetails(read, { text: (text) => `cleaned ${text}`, address })[property], 'cleaned text');
    for (const leftOut of [{}, { [name]: null }]) t.false(property in parse(leftOut));
    t.is(parse({ [name]: '' })[property], '');
    t.is<string | undefined, string | undefined>(
      cleanDetails({}, { text: (text) => text, address })[property],
      missing,
    );
    const long = { [name]: 'я'.repeat(schema.maxLength + 1) };
    const message = `tickets[0].${name} must have at most ${schema.maxLength} characters`;
    t.throws(() => parse(long), { instanceOf: InvalidInput, message });
    t.throws(() => parse({ [name]: 5 }), {
      instanceOf: InvalidInput,
      message: `tickets[0].${name} must be a string`,
    });
  });
}

test('a detail with values is one of them, by its name or its label in any case, or empty', (t) => {
  const values = { low: { ru: 'низкий', en: 'minor' }, high: { ru: 'высокий', en: 'major' } };
  const read = (text: string) => checkedDetail({ schema: { maxLength: 5 }, values }, text, () => 'tickets[0].level');
  t.deepEqual(['high', ' HIGH ', 'Высокий', 'Minor', ' '].map(read), ['high', 'high', 'high', 'low', '']);
  for (const text of ['urgent', 'constructor', 'x'.repeat(100_000)])
    t.throws(() => read(text), { instanceOf: InvalidInput, message: 'tickets[0].level must be one of low, high' });
});

/** As 0.1.0 wrote it: a field that is added later must be optional, or this does not compile. */
const stored: TicketStored['data'] = {
  tenantId: 't',
  collectionId: 'c',
  recordId: 'r',
  ticketId: '1',
  category: 'Оплата',
  client: 'ООО «Ромашка»',
  problem: ['Не платит'],
  solution: ['Обновите модуль'],
  vector: { model: 'm', values: '' },
};

test('TicketStored records the listed fields and nothing else of a ticket', (t) => {
  const { tenantId, collectionId, recordId, vector, ...ticket } = stored;
  const owner = { tenantId, collectionId, recordId };
  t.deepEqual(ticketStoredData({ ...owner, ...{ more: 1 } }, { ...ticket, ...{ more: 1 } }, vector), stored);
});

import test from 'ava';
import fc from 'fast-check';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import {
  type Cleaning,
  cleanTicket,
  fullText,
  problemLengths,
  recordId,
  searchText,
  textBytes,
} from '../../src/domain/ticket-record.ts';
import { details } from '../../src/domain/ticket-fields.ts';
import { isUuid, uuidV5, uuidV7 } from '../../src/platform/uuid.ts';
import { decodeVector, encodeVector } from '../../src/domain/vector.ts';

/** A cleaning that applies a function to each text, without a pause. */
const cleaningBy = (clean: (text: string) => string): Cleaning => ({
  // oxlint-disable-next-line require-yield
  conversation: function* (texts) {
    return { texts: texts.map(clean), removed: { links: texts.length, linkTexts: ['a.ru'], names: ['Иван'] } };
  },
  field: (text) => ({ text: clean(text), removed: { links: 1, linkTexts: ['a.ru', 'b.ru'] } }),
  address: clean,
});
const asIs = cleaningBy((text) => text);
const input = { ticketId: '1', category: 'Оплата', description: 'Не платит', client: '', messages: [] };
const message = (role: string, text: string) => ({ role, text });

test('full_text is the three labelled parts of the contract, in their order', (t) => {
  const ticket = { category: 'Оплата', problem: ['Не платит\nкарта', 'Помогите'], solution: ['Первое.', 'Второе.'] };
  t.is(fullText(ticket), 'Категория: Оплата\nПроблема: Не платит карта Помогите\nРешение: Первое.\n\nВторое.');
  t.deepEqual(problemLengths(ticket), ['Не платит карта'.length, 'Помогите'.length]);
  t.deepEqual(
    problemLengths({ problem: Array.from({ length: 2_000 }, () => 'Алло') }),
    Array.from({ length: 40 }, () => 4),
  );
});
test('line breaks of the problem become one blank each, with the blanks around them, and nothing else does', (t) => {
  const blanks = ['\n', '\r\n', ' ', '\t', '\u00A0', 'я', 'слово', ''];
  const text = fc.array(fc.constantFrom(...blanks)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (problem) => {
      const expected = problem.join(' ').replace(/\s*\n\s*/g, ' ');
      return fullText({ category: '', problem, solution: [] }) === `Категория: \nПроблема: ${expected}\nРешение: `;
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('an empty part leaves its label', (t) => {
  t.is(fullText({ category: '', problem: [], solution: [] }), 'Категория: \nПроблема: \nРешение: ');
});
test('search_text is the description, then the client messages, a line each', (t) => {
  t.is(searchText({ problem: ['Не платит', 'Помогите'] }), 'Не платит\nПомогите');
});
test('the bytes that count are those of the id, of every detail and of all texts', (t) => {
  const ticket = { ticketId: '№1', category: '', client: '', problem: ['да', 'a'], solution: ['нет'] };
  t.is(textBytes(ticket), 4 + 4 + 1 + 6);
  for (const { property } of details) t.is(textBytes({ ...ticket, [property]: 'ёж' }), textBytes(ticket) + 4, property);
});
test('messages go to their sides whatever the case of their role, and other roles to neither', (t) => {
  const messages = [
    message('Client', 'к1'),
    message('USER', 'к2'),
    message('customer', 'к3'),
    message('Support', 'п1'),
    message('assistant', 'п2'),
    message('operator', 'п3'),
    message('agent', 'п4'),
    message('bot', 'б'),
    message('system', 'с'),
  ];
  const { cleaned, removed } = runToCompletion(cleanTicket({ ...input, messages }, asIs));
  const { problem, solution } = cleaned;
  t.deepEqual(problem, ['Не платит', 'к1', 'к2', 'к3']);
  t.deepEqual(solution, ['п1', 'п2', 'п3', 'п4']);
  // The texts of the conversation, and each detail that is given.
  t.deepEqual(removed, { links: 8 + 2, linkTexts: ['a.ru', 'b.ru'], names: ['Иван'] });
});
test('a text that is empty after cleaning does not exist', (t) => {
  const messages = [message('client', 'x'), message('agent', 'y')];
  const { problem, solution } = runToCompletion(
    cleanTicket(
      { ...input, messages },
      cleaningBy(() => ''),
    ),
  ).cleaned;
  t.deepEqual([problem, solution], [[], []]);
});
test('a record’s id is the same for the same tenant and ticket, and differs for any other', (t) => {
  const [tenant, other] = ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6ba7b811-9dad-11d1-80b4-00c04fd430c8'];
  t.is(recordId(tenant, '1'), recordId(tenant, '1'));
  t.not(recordId(tenant, '1'), recordId(other, '1'));
  t.not(recordId(tenant, '1'), recordId(tenant, '2'));
});
test('UUIDs of version 5 are those of RFC 9562', (t) => {
  t.is(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
  t.true(isUuid(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'ж')));
});
test('UUIDs of version 7 sort by their times, and are different at the same one', (t) => {
  const times = [0, 1_000, 1_700_000_000_000, 1_700_000_000_001].map((time) => new Date(time));
  const ids = times.map((time) => uuidV7(time));
  t.deepEqual(ids.toSorted(), ids);
  for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.true(ids[2]?.startsWith('018bcfe5-6800-7'));
  t.not(uuidV7(new Date(0)), uuidV7(new Date(0)));
});
test('a vector comes back from its event bit for bit', (t) => {
  fc.assert(
    fc.property(fc.float32Array({ maxLength: 64 }), (vector) => {
      t.deepEqual(decodeVector(encodeVector(vector)), new Float32Array(vector));
    }),
  );
});

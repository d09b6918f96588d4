import test from 'ava';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const reasonsOf = async (text: string): Promise<readonly (readonly [said: string, recorded: string])[]> => {
  const reasons: (readonly [string, string])[] = [];
  const source = { kind: 'file', path: await spool(text), name: 'вопросы.json', type: 'application/json' } as const;
  for await (const item of ticketItems(source))
    if (item instanceof UnreadableFile) reasons.push([item.message, item.sentence.recorded]);
  return reasons;
};

const has = 'has no field ticket_id, description or messages; found';

test('a file of JSON whose objects have other fields says which are needed and which it has; their names are not recorded', async (t) => {
  const other = { id: 'HR-1', question: 'Как?', answer: 'Так.' };
  const said = `${has} "id", "question", "answer"`;
  t.deepEqual(await reasonsOf(JSON.stringify([other])), [[`tickets[0] ${said}`, `tickets[0] ${has} …`]]);
  t.deepEqual(await reasonsOf(`${JSON.stringify(other)}\n${JSON.stringify(other)}\n`), [
    [`row 1 ${said}`, `row 1 ${has} …`],
    [`row 2 ${said}`, `row 2 ${has} …`],
  ]);
});

test('some names are told of many, and the beginnings of long ones', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${'поле'.repeat(20)}${at}`, 1]));
  const [[said] = ['']] = await reasonsOf(JSON.stringify([many]));
  t.is(said, `tickets[0] ${has} ${Array.from({ length: 10 }, () => `"${'поле'.repeat(10)}"`).join(', ')}, …`);
});

test('an object with a field of a ticket, and one without any, are read as tickets', async (t) => {
  t.deepEqual(await reasonsOf(JSON.stringify([{ id: 1, description: 'Нет номера' }, {}])), []);
});

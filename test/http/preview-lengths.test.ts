import test from 'ava';
import { longAnswer, startPreviews } from '../support/previews.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

test('a remark on a solution that is too short says how long it is: the longest message, or the last one, without what is hidden', async (t) => {
  const { previewed } = await startPreviews(service().url);
  const ticket = (id: number, ...texts: readonly string[]) => ({
    ...{ ticket_id: id, description: 'Не печатает' },
    messages: texts.map((text) => ({ role: 'support', text })),
  });
  const asked = `${'я'.repeat(120)}?`;
  const { skipped } = await previewed({
    tickets: [
      ticket(1, 'я'.repeat(88), '😀'.repeat(7), 'https://firma.ru/'.padEnd(200, 'a')),
      ticket(2, longAnswer, asked),
      ticket(3, longAnswer, 'Пришлите, пожалуйста, скриншот.'),
    ],
  });
  t.deepEqual(
    skipped.map((remark) => [remark['outcome'], remark['solution_length']]),
    [
      ['no-solution', 88],
      ['ends-with-question', 121],
      ['stock-phrase', undefined],
    ],
  );
});

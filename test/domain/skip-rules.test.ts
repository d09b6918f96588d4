import test from 'ava';
import { skipRulesWith } from '../../src/domain/skip-rules.ts';
import { isStockMessage } from '../../src/stock-phrases/is-stock-message.ts';

const { rules: skipRules, skippedBy } = skipRulesWith(isStockMessage);

const solved =
  'Обновите драйвер до версии 5.2, перезапустите компьютер и повторите печать: ошибка была в старом драйвере, новый её исправляет.';
const ticket = (...solution: readonly string[]) => ({ problem: ['Не печатает'], solution });

test('a ticket with a problem and a solution is kept', (t) => {
  t.is(skippedBy(ticket(solved)), undefined);
});

test('the rules are in the order of docs/contract.md', (t) => {
  t.deepEqual(Object.keys(skipRules), ['no-solution', 'ends-with-question', 'stock-phrase', 'no-problem']);
});

test('a support message of 100 code points is no solution, one of 101 is', (t) => {
  t.is(skippedBy(ticket('я'.repeat(100))), 'no-solution');
  t.is(skippedBy(ticket('я'.repeat(101))), undefined);
  t.is(skippedBy(ticket('😀'.repeat(100))), 'no-solution');
  t.is(skippedBy(ticket('😀'.repeat(101))), undefined);
});

test('one long support message is enough, in any position', (t) => {
  t.is(skippedBy(ticket(solved, 'Готово.')), undefined);
  t.is(skippedBy(ticket('Готово.', 'Сделано.')), 'no-solution');
  t.is(skippedBy(ticket()), 'no-solution');
});

test('a last question of 149 code points skips, one of 150 does not', (t) => {
  t.is(skippedBy(ticket(solved, `${'я'.repeat(148)}?`)), 'ends-with-question');
  t.is(skippedBy(ticket(solved, `${'я'.repeat(149)}?`)), undefined);
  t.is(skippedBy(ticket(solved, `${'😀'.repeat(148)}?`)), 'ends-with-question');
  t.is(skippedBy(ticket(solved, `${'😀'.repeat(149)}?`)), undefined);
});

test('a question is seen through blanks, closing quotes and brackets, and in full width', (t) => {
  for (const end of ['?', '? ', '?)', '?»', '?”', '?"', "?'", '?] ', '?»)\n', '？', '？」']) {
    t.is(skippedBy(ticket(solved, `А теперь печатает${end}`)), 'ends-with-question', end);
  }
  for (const end of ['?.', '? Да', '?(', '!'])
    t.is(skippedBy(ticket(solved, `А теперь печатает${end}`)), undefined, end);
});

test('only the last support message counts for a question and for a stock phrase', (t) => {
  t.is(skippedBy(ticket('Что печатаете?', solved)), undefined);
  t.is(skippedBy(ticket('Уточните номер заказа.', solved)), undefined);
});

test('a last message of stock phrases skips, a solution that contains one does not', (t) => {
  t.is(skippedBy(ticket(solved, 'Здравствуйте! Уточните, пожалуйста, номер заказа. Спасибо.')), 'stock-phrase');
  t.is(skippedBy(ticket(solved, 'Если не поможет, обновите драйвер и пришлите скриншот.')), undefined);
});

test('a ticket without a problem is skipped, and by an earlier rule first', (t) => {
  t.is(skippedBy({ problem: [], solution: [solved] }), 'no-problem');
  t.is(skippedBy({ problem: [], solution: [] }), 'no-solution');
});

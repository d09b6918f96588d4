import test from 'ava';
import { previewTally } from '../../src/uploads/preview-tally.ts';

test('of long texts the beginning is shown, so that the longest tickets make no answer of megabytes', (t) => {
  const tally = previewTally();
  const problem = ['Принтер', 'Не печатает 😀 '.repeat(20_000), 'Не показано'];
  const solution = ['Перезапустите службу печати. '.repeat(20_000)];
  const ticket = { ticketId: '1', category: '', client: '', problem, solution };
  tally.processed({ stored: undefined, ticket, removed: undefined, index: 0, row: null });
  const [shown] = tally.preview({}).tickets;
  t.regex(shown?.problem ?? '', /^Принтер[^]*…$/);
  t.is(shown?.problemParts.length, 2);
  t.regex(shown?.problemParts[1] ?? '', /^Не печатает[^]*…$/);
  for (const texts of [[shown?.problem ?? ''], shown?.problemParts ?? [], [shown?.solution ?? '']]) {
    const length = Array.from(texts.join('')).length;
    t.true(length > 4_900 && length <= 5_001, String(length));
  }
});

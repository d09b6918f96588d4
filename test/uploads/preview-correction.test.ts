import test from 'ava';
import { previewCorrection } from '../../src/uploads/preview-correction.ts';
import { streamInMemory, ticketOwner } from '../support/ticket-stream.ts';

/** The longest run of combining marks in a text. */
const longestRun = (text: string): number => Math.max(0, ...(text.match(/\p{M}+/gu) ?? []).map(({ length }) => length));

// It replaces a method of all strings.
test.serial('no run of marks in what a correction sends is normalised whole, whoever tries it', async (t) => {
  const { streams, store } = streamInMemory();
  await store();
  const normalised: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to each string
  const { normalize } = String.prototype;
  String.prototype.normalize = function (this: string, ...forms: []) {
    normalised.push(longestRun(this));
    return normalize.apply(this, forms);
  };
  t.teardown(() => void (String.prototype.normalize = normalize));
  // Marks of two classes in turns: their order is what normalisation sorts, in the square of their number.
  const marks = '\u0323\u0301'.repeat(2_000);
  const solution = `Выключите роутер на минуту, включите его снова, подождите, пока загорится зелёная лампа, и проверьте вход${marks}.`;
  const preview = previewCorrection({ streams }, () => () => undefined);
  for (const mayRead of [true, false]) {
    const shown = await preview({ ...ticketOwner, surface: 'api' as const, customer: '192.0.2.1', solution, mayRead });
    t.true(shown.solution.join('').startsWith('Выключите роутер'));
  }
  t.true(normalised.length > 0);
  t.true(Math.max(...normalised) <= 30, `${Math.max(...normalised)} marks`);
});

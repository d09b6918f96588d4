import { parseArgs } from 'node:util';
import { readGolden } from './backtest/read-golden.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run backtest -- --collection ID [--model NAME [--dimensions N]] [--threshold N] [--days 30] [--questions 1000]
       npm run backtest -- --collection ID --golden FILE [--model …]

Asks the recorded questions of a collection again, those with a verdict first, and compares which tickets are found: by the index in use and by another
model or threshold; without one, when they were asked and now. Nothing is changed. A model of the gateway is sent the questions, and the tickets too unless
their vectors are in the log.
  --model            the other model, with its prefixes if it has some
  --dimensions       the length of its vectors; that of the model by default
  --threshold        the odds from which on the other side answers, as a multiple of those that an answer needs (1)
  --days             how many days back, at most 3660
  --questions        how many at most, up to 2000
  --golden           the lines of GET …/golden.jsonl in place of the recorded questions
  --json             the result as a line of JSON on the standard output, everything else on the standard error
  --require-no-worse exit code 1 if the other side finds fewer right tickets, keeps fewer right refusals, or nothing says what is right`;

const limits = { days: 3_660, questions: 2_000, dimensions: 4_096 };

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  ...{ collection: text, model: text, dimensions: text, threshold: text, golden: text },
  ...{ days: { ...text, default: '30' }, questions: { ...text, default: '1000' } },
  ...{ json: flag, 'require-no-worse': flag },
};

/** A whole number from 1; NaN if it is none, or too large. */
const wholeNumber = (value: string, most: number): number => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : NaN;
};

await runCommand('backtest', usage, () => {
  const { values } = parseArgs({ options });
  const { collection: collectionId, model, golden, json, 'require-no-worse': requireNoWorse } = values;
  const numbers = {
    days: wholeNumber(values.days, limits.days),
    questions: wholeNumber(values.questions, limits.questions),
    ...(values.dimensions !== undefined && { dimensions: wholeNumber(values.dimensions, limits.dimensions) }),
    ...(values.threshold !== undefined && { threshold: Number(values.threshold) }),
  };
  const isWrong = Object.values(numbers).some((number) => !(number > 0 && number < Infinity));
  if (collectionId === undefined || isWrong) return [];
  return [
    {
      operation: 'backtest',
      ...{ collectionId: collectionId.toLowerCase(), ...numbers, json, requireNoWorse },
      ...(model !== undefined && { model }),
      ...(golden !== undefined && { golden: readGolden(golden, limits.questions) }),
    },
  ];
});

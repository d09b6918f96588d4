import { parseArgs } from 'node:util';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run reembed -- [--model NAME] [--dimensions N] [--require-no-worse]
       npm run reembed -- --drop

Embeds every ticket with another model while searches use the current index, compares what both find for the
questions of the last 30 days, then switches to the new one. Run it again to continue an interrupted run.
  --model             the model, with its prefixes if it has some ('e5 ["query: ","passage: "]'); the configured one by default
  --dimensions        the length of its vectors; that of the model by default
  --require-no-worse  switch only if verdicts show that it finds no fewer right tickets and keeps no fewer right refusals
  --drop              drop the index of the previous model, which is kept until then`;

await runCommand('reembed', usage, () => {
  const { values } = parseArgs({
    options: {
      ...{ model: { type: 'string' }, dimensions: { type: 'string' } },
      ...{ drop: { type: 'boolean', default: false }, 'require-no-worse': { type: 'boolean', default: false } },
    },
  });
  if (values.drop) return [{ operation: 'drop kept index' }];
  const dimensions = values.dimensions === undefined ? undefined : Number(values.dimensions);
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions > 0 && dimensions <= 4096)) return [];
  return [
    {
      operation: 'reembed',
      requireNoWorse: values['require-no-worse'],
      ...(values.model === undefined ? {} : { model: values.model }),
      ...(dimensions === undefined ? {} : { dimensions }),
    },
  ];
});

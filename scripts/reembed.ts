import { parseArgs } from 'node:util';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run reembed -- [--model NAME] [--dimensions N]
       npm run reembed -- --drop

Gives every ticket a vector of another model, beside the index that answers, and switches to it. Broken off, it goes on when it is run again.
  --model       the model, that of EMBEDDING_MODEL (or the local one) without it
  --dimensions  the length of its vectors, its own without it
  --drop        drop the index of the model before, which is kept until then`;

await runCommand('reembed', usage, () => {
  const { values } = parseArgs({
    options: { model: { type: 'string' }, dimensions: { type: 'string' }, drop: { type: 'boolean', default: false } },
  });
  if (values.drop) return [{ operation: 'drop kept index' }];
  const dimensions = values.dimensions === undefined ? undefined : Number(values.dimensions);
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions > 0 && dimensions <= 4096)) return [];
  return [
    {
      operation: 'reembed',
      ...(values.model === undefined ? {} : { model: values.model }),
      ...(dimensions === undefined ? {} : { dimensions }),
    },
  ];
});

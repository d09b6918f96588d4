import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { benchService } from './bench-service.ts';
import { measureReplays } from './measure-replays.ts';
import { measureSearches, measureSearchesBesideUpload } from './measure-searches.ts';
import { measureStart } from './measure-start.ts';
import { measureUploads, ticketBytes } from './measure-uploads.ts';
import { passes, type Section, tableOf } from './report.ts';

const usage = `Usage: npm run bench -- [--sizes 1000,10000,100000] [--quick] [--json FILE]

Measures the service on its embedded stores and prints a table; with a goal beside what has one.
  --sizes  tickets in the collections that are searched
  --quick  1 000 and 10 000 tickets only, shorter runs
  --json   writes the numbers to a file as well`;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const sizes = (values.sizes ?? (values.quick ? '1000,10000' : '1000,10000,100000')).split(',').map(Number);
const seconds = values.quick ? 3 : 8;

const machine = () => {
  const { model, dimensions } = localEmbedder();
  return {
    node: process.versions.node,
    sqlite: process.versions['sqlite'],
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    model,
    dimensions: dimensions(),
    ticketBytes: Math.round(ticketBytes()),
  };
};

const say = (step: string) => process.stderr.write(`${step} …\n`);

const measure = async (): Promise<readonly Section[]> => {
  const service = await benchService();
  try {
    say('uploads');
    const uploads = await measureUploads(service, sizes);
    const searches: Section[] = [];
    for (const size of sizes) {
      say(`searches among ${size}`);
      const collectionId = uploads.collections.get(size) ?? '';
      searches.push(await measureSearches(service, { size, collectionId, seconds }));
    }
    const size = Math.max(...sizes);
    const largest = { size, collectionId: uploads.collections.get(size) ?? '' };
    say('searches beside an upload');
    const beside = await measureSearchesBesideUpload(service, { ...largest, from: size, seconds: seconds * 2 });
    say('start');
    const start = await measureStart(service, largest);
    await service.stop();
    say('replays');
    const replays = await measureReplays(service.folder, values.quick ? 20_000 : 100_000);
    return [
      uploads.section,
      ...searches,
      beside,
      replays,
      { title: 'Start', lines: start.lines },
      { title: 'Memory (resident)', lines: [...start.memory, uploads.memory] },
    ];
  } finally {
    await service.remove();
  }
};

if (values.help || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const about = machine();
  const sections = await measure();
  console.log(
    `Node ${about.node}, SQLite ${about.sqlite ?? '?'}, ${about.cores} cores (${about.processor}); ` +
      `${about.model} with ${about.dimensions ?? 0} dimensions; ${about.ticketBytes} bytes a ticket\n`,
  );
  console.log(tableOf(sections));
  const verdicts = sections.flatMap(({ lines }) => lines.map(passes));
  console.log(
    `\n${verdicts.filter((passed) => passed === true).length} goals met, ${verdicts.filter((passed) => passed === false).length} missed`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...about, sections }, null, 2)}\n`);
}

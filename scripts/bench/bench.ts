import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { readEnvironment } from '../../src/config.ts';
import { embeddedStores, serverStores, serverVariables } from './bench-stores.ts';
import { measureAll } from './measure-all.ts';
import { ticketBytes } from './measure-uploads.ts';
import { passes, type Section, sectionText } from './report.ts';

const usage = `Usage: npm run bench -- [--servers] [--sizes 1000,10000,100000] [--index 100000] [--uploads 10000] [--quick] [--json FILE]

Measures the service on its embedded stores and prints a table, with a goal beside what has one.
  --servers  the same on the servers whose URLs are set (${serverVariables.join(', ')}), in an index and
             a database of its own that are dropped at the end; a store without a URL is embedded. EVENTSTORE_URL=double starts
             a double of EventStoreDB; a real one should be empty, and keeps what the bench has written. The engine alone is
             then a bare request for nearest neighbours to Elasticsearch, and there are goals where ELASTICSEARCH_URL is the
             only one: for the search in the largest collection.
  --sizes    tickets in the collections that are searched (on servers 1000,10000,50000)
  --index    tickets in all at least, the rest in collections of other tenants (on servers 100000)
  --uploads  tickets of an upload that is measured (10000); fewer for slow servers
  --quick    1 000 and 10 000 tickets only (on servers of 25 000), shorter runs
  --json     writes the numbers to a file as well`;

const { values } = parseArgs({
  options: {
    servers: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    index: { type: 'string' },
    uploads: { type: 'string', default: '10000' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const { quick, servers } = values;
const environment = readEnvironment();
const urls = servers ? serverVariables.filter((name) => environment[name] !== undefined) : [];
const usual = quick ? '1000,10000' : servers ? '1000,10000,50000' : '1000,10000,100000';
const sizes = (values.sizes ?? usual).split(',').map(Number);
const indexed = Number(values.index ?? (servers ? (quick ? 25_000 : 100_000) : 0));

const measured = Number(values.uploads);

const machine = () => {
  const { model, dimensions } = localEmbedder();
  return {
    node: process.versions.node,
    sqlite: process.versions['sqlite'],
    servers: urls,
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    model,
    dimensions: dimensions(),
    ticketBytes: Math.round(ticketBytes()),
  };
};

const run = async () => {
  const about = machine();
  console.log(
    `Node ${about.node}, SQLite ${about.sqlite ?? '?'}${urls.map((name) => `, ${name}`).join('')}; ${about.cores} cores ` +
      `(${about.processor}); ${about.model} with ${about.dimensions ?? 0} dimensions; ${about.ticketBytes} bytes a ticket`,
  );
  const sections: Section[] = [];
  const known = measureAll({
    stores: servers ? () => serverStores(environment) : embeddedStores,
    // A log of its own cannot be had in a real EventStoreDB.
    secondLog: !urls.includes('EVENTSTORE_URL') || environment['EVENTSTORE_URL'] === 'double',
    accounts: urls.includes('MONGODB_URL') ? 5_000 : quick ? 20_000 : 100_000,
    judged: !servers ? 'everything' : urls.join() === 'ELASTICSEARCH_URL' ? 'largest search' : 'nothing',
    ...{ sizes, indexed, measured, seconds: quick ? 3 : 8 },
  });
  for await (const section of known) {
    sections.push(section);
    console.log(`\n${sectionText(section)}`);
  }
  const verdicts = sections.flatMap(({ lines }) => lines.map(passes));
  console.log(
    `\n${verdicts.filter((passed) => passed === true).length} goals met, ${verdicts.filter((passed) => passed === false).length} missed`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...about, sections }, null, 2)}\n`);
};

const isCount = (value: number) => Number.isInteger(value) && value > 0;
const counts = sizes.every(isCount) && isCount(measured) && Number.isInteger(indexed);
if (values.help || !counts || (servers && urls.length === 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else await run();

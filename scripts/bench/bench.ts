import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import { readEnvironment } from '../../src/environment.ts';
import { embeddedStores, serverStores, serverVariables } from './bench-stores.ts';
import { maxBodyBytes } from './bench-tickets.ts';
import { measureAll, partNames, type Plan } from './measure-all.ts';
import { measureGrowth } from './measure-growth.ts';
import { ticketBytes } from './measure-uploads.ts';
import { compareWith } from './compare.ts';
import { measurePeers } from './peers.ts';
import { passes, type Section, sectionText } from './report.ts';

const usage = `Usage: npm run bench -- [--servers] [--sizes 1000,10000,100000] [--index 100000] [--uploads 10000] [--quick|--smoke] [--only PART,…] [--json FILE]
       npm run bench -- --peers [--sizes 100000]
       npm run bench -- --servers --growth [--sizes 10000,100000,1000000]
       npm run bench -- --compare REF [--runs 3] [options of a run]

Measures the service on its embedded stores and prints a table, with goals for some figures. Uploads are also measured with the log in EventStoreDB,
in turns with the embedded one: the server of EVENTSTORE_URL, else its double in a process of its own.
  --servers  measures the servers whose URLs are set (${serverVariables.join(', ')}), in an index and
             a database that are dropped at the end; a store without a URL is embedded. EVENTSTORE_URL=double starts a double of
             EventStoreDB; a real one should be empty, and keeps what the bench has written. The engine alone is then a bare request
             for nearest neighbours to Elasticsearch. Goals count only if ELASTICSEARCH_URL is the only one: for the search in the
             largest collection.
  --sizes    tickets in the collections that are searched (on servers 1000,10000,50000)
  --index    minimum number of tickets in all, the rest in collections of other tenants (on servers 100000)
  --uploads  tickets of a measured upload (10000); fewer for slow servers
  --quick    1 000 and 10 000 tickets only (on servers of 25 000), shorter runs
  --smoke    100 tickets and runs of a fraction of a second: only checks that the bench works
  --only     measures uploads, which fill the collections, and of the rest these parts alone: ${partNames.join(', ')}
  --json     writes the figures to a file as well
  --peers    measures the service beside Chroma (PyPI; Python 3 is needed), with the same tickets and their vectors, and nothing else
  --growth   measures one index of Elasticsearch (ELASTICSEARCH_URL) that grows from size to size, with two kinds of graphs, and nothing else
  --compare  runs this checkout and a commit alternately, --runs times each (3), with the other options, and prints the medians, their ratio
             and its spread`;

const { values, tokens } = parseArgs({
  tokens: true,
  options: {
    servers: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    index: { type: 'string' },
    uploads: { type: 'string' },
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    only: { type: 'string', default: partNames.join(',') },
    json: { type: 'string' },
    peers: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    compare: { type: 'string' },
    runs: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});

const { servers } = values;
const environment = readEnvironment();
const urls = servers ? serverVariables.filter((name) => environment[name] !== undefined) : [];

const whole = {
  sizes: servers ? '1000,10000,50000' : '1000,10000,100000',
  index: servers ? '100000' : '0',
  uploads: '10000',
  rebuilt: 50_000,
  accounts: 100_000,
  timing: { seconds: 8, warmUpSeconds: 1, idleSeconds: 2, turns: 4, afterUploads: 40 },
  // A question waits a second at most until it is recorded.
  recording: { pairs: 20, seconds: 2, settleSeconds: 1.2 },
  logins: { count: 100, clients: 100 },
  previewBytes: maxBodyBytes,
  neighbours: { fileBytes: 12_000_000, seconds: 30 },
  tenants: { tenants: 2_000, tickets: 50 },
  growth: {
    sizes: '10000,100000,1000000',
    candidates: [200, 500, 1_000, 2_000, 5_000],
    rescored: [200, 500, 1_000],
  },
};
const quick = {
  ...whole,
  sizes: '1000,10000',
  index: servers ? '25000' : '0',
  rebuilt: 20_000,
  accounts: 20_000,
  timing: { ...whole.timing, seconds: 3 },
  recording: { ...whole.recording, pairs: 10 },
  neighbours: { ...whole.neighbours, seconds: 10 },
  tenants: { ...whole.tenants, tenants: 200 },
};
const smoke = {
  sizes: '100',
  index: '200',
  uploads: '50',
  rebuilt: 200,
  accounts: 200,
  timing: { seconds: 0.1, warmUpSeconds: 0.05, idleSeconds: 0, turns: 1, afterUploads: 2 },
  recording: { pairs: 2, seconds: 0.1, settleSeconds: 0 },
  logins: { count: 1, clients: 4 },
  previewBytes: 600_000,
  neighbours: { fileBytes: 100_000, seconds: 0.3 },
  tenants: { tenants: 2, tickets: 5 },
  growth: { sizes: '500,1000', candidates: [200], rescored: [200] },
};
const defaults = values.smoke ? smoke : values.quick ? quick : whole;

const only: readonly string[] = values.only.split(',');

const plan: Plan = {
  stores: servers ? () => serverStores(environment) : embeddedStores,
  // A real EventStoreDB has one log only.
  secondLog: !urls.includes('EVENTSTORE_URL') || environment['EVENTSTORE_URL'] === 'double',
  sizes: (values.sizes ?? defaults.sizes).split(',').map(Number),
  indexed: Number(values.index ?? defaults.index),
  measured: Number(values.uploads ?? defaults.uploads),
  rebuilt: defaults.rebuilt,
  accounts: urls.includes('MONGODB_URL') ? Math.min(5_000, defaults.accounts) : defaults.accounts,
  timing: defaults.timing,
  recording: defaults.recording,
  logins: defaults.logins,
  previewBytes: defaults.previewBytes,
  neighbours: defaults.neighbours,
  tenants: defaults.tenants,
  eventStoreDb: environment['EVENTSTORE_URL'] ?? (servers ? undefined : 'double'),
  only: new Set(partNames.filter((name) => only.includes(name))),
  goalsFor: !servers ? 'everything' : urls.join() === 'ELASTICSEARCH_URL' ? 'largest search' : 'nothing',
};

const machine = () => {
  const { model, dimensions } = semanticEmbedder();
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

const growth = () => {
  // A million takes an hour on two cores.
  const sizes = (values.sizes ?? defaults.growth.sizes).split(',').map(Number);
  return measureGrowth({ ...defaults.growth, environment, sizes, timing: plan.timing });
};

async function* peers() {
  yield await measurePeers({ size: Math.max(...plan.sizes), ...plan.timing });
}

const run = async () => {
  const about = machine();
  console.log(
    `Node ${about.node}, SQLite ${about.sqlite ?? '?'}${urls.map((name) => `, ${name}`).join('')}; ${about.cores} cores ` +
      `(${about.processor}); ${about.model} with ${about.dimensions ?? 0} dimensions; ${about.ticketBytes} bytes a ticket`,
  );
  const sections: Section[] = [];
  for await (const section of values.peers ? peers() : values.growth ? growth() : measureAll(plan)) {
    sections.push(section);
    console.log(`\n${sectionText(section)}`);
  }
  const verdicts = sections.flatMap(({ lines }) => lines.map(passes));
  const [met, missed] = [true, false].map((wanted) => verdicts.filter((passed) => passed === wanted).length);
  console.log(`\n${met ?? 0} goals met, ${missed ?? 0} missed`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...about, sections }, null, 2)}\n`);
};

const isCount = (value: number) => Number.isInteger(value) && value > 0;
const areCounts = [...plan.sizes, plan.measured, Number(values.runs)].every(isCount) && Number.isInteger(plan.indexed);
const areParts = only.every((name) => partNames.some((known) => known === name));
const isGrowthWithoutIndex = values.growth && !urls.includes('ELASTICSEARCH_URL');
const optionsOfARun = () =>
  tokens.flatMap((token) =>
    token.kind !== 'option' || ['compare', 'runs'].includes(token.name)
      ? []
      : [`--${token.name}`, ...(token.value === undefined ? [] : [token.value])],
  );
if (values.help || !areCounts || !areParts || (servers && urls.length === 0) || isGrowthWithoutIndex) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (values.compare === undefined) await run();
else await compareWith({ ref: values.compare, runs: Number(values.runs), options: optionsOfARun() });

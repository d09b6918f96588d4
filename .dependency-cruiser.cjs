/** The architecture as import rules, types included. test/architecture.test.ts plants an offence against each of them. */
const room = (name) => `src/${name}/`;
const service = '^(src|projections)/';

/** What is technical and has no domain: any folder may import it. */
const technical = ['concurrency', 'platform'].map(room);
const [concurrency, platform] = technical;

/** A folder may import itself, the allowed folders of the service and what is technical. */
const only = (name, from, allowed, anyway = technical) => ({
  name,
  severity: 'error',
  from: { path: `^${from}` },
  to: { path: service, pathNot: `^(${[from, ...allowed, ...anyway].join('|')})` },
});

/** Of the service, only these files may import what matches `to`. */
const importedOnlyBy = (name, to, importers) => ({
  name,
  severity: 'error',
  from: { path: service, pathNot: `^(${importers.join('|')})` },
  to: { path: to },
});

const forbidden = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });

const [domain, ports, commands, queries, uploads] = ['domain', 'ports', 'commands', 'queries', 'uploads'].map(room);
const texts = ['ticket-files', 'stock-phrases', 'personal-data'].map(room);
const [ticketFiles, ...otherTexts] = texts;
/** The table of ticket fields, which the web interface imports too. */
const fields = 'src/domain/ticket-fields\\.ts$';
/** The names of desks and what is said of their exports, which the web interface imports too. */
const deskNames = 'src/domain/desks\\.ts$';
/** The words that a list is searched by, which the web interface marks. */
const listWords = 'src/domain/(search-words|stems)\\.ts$';
/** What a word of a list is that is no name, which the web interface checks too. */
const notNames = 'src/domain/not-names\\.ts$';
/** How masks read on paper, where the interface shows a receipt too. */
const masks = 'src/domain/masks\\.ts$';
/** How a line of CSV is written, the same in downloads of the service and of the web interface. */
const csvLines = 'src/platform/csv-line\\.ts$';
const [operations, threads, http] = ['operations', 'threads', 'http'].map(room);
const [adapters, composition] = ['adapters', 'composition'].map(room);
const [encoder, vectorEngine] = ['sentence-encoder', 'vector-engine'].map(room);
const projections = 'projections/';
const rooms = [
  ...[domain, ports, commands, queries, uploads, ...texts, encoder, vectorEngine],
  ...[operations, threads, http, adapters, composition],
];

module.exports = {
  forbidden: [
    only('domain-imports-only-itself', domain, []),
    only('concurrency-imports-only-itself', concurrency, [], []),
    only('platform-imports-only-itself', platform, [], []),
    only('ticket-files-import-words-of-the-domain', ticketFiles, [
      fields,
      'src/domain/(?:characters|desks|limits|sentence|skip-rules)\\.ts$',
    ]),
    ...otherTexts.map((from) => only(`${from.split('/')[1]}-imports-only-itself`, from, [])),
    only('sentence-encoder-imports-only-itself', encoder, []),
    only('vector-engine-imports-only-itself', vectorEngine, []),
    forbidden('the-table-of-fields-imports-nothing', `^${fields}`, {}),
    only('ports-import-domain-and-ticket-files', ports, [domain, room('ticket-files')]),
    only('threads-import-domain', threads, [domain]),
    only('projections-import-ports-and-domain', projections, [ports, domain]),
    only('commands-import-ports-and-domain', commands, [ports, domain]),
    only('uploads-import-commands-ports-and-texts', uploads, [commands, ports, domain, ...texts]),
    only('queries-import-ports-and-texts', queries, [ports, domain, ...texts]),
    only('operations-import-commands-and-projections', operations, [commands, projections, ports, domain]),
    only('http-imports-commands-uploads-and-queries', http, [commands, uploads, queries, ports, domain]),
    only('local-model-imports-the-sentence-encoder-ports-and-domain', room('adapters/local-model'), [
      encoder,
      ports,
      domain,
    ]),
    only('sqlite-imports-the-vector-engine-ports-and-domain', room('adapters/sqlite'), [vectorEngine, ports, domain]),
    // The limiter in memory replaces Redis while that is unavailable.
    only('redis-imports-memory-ports-and-domain', room('adapters/redis'), [room('adapters/memory'), ports, domain]),
    {
      name: 'adapters-import-ports-and-domain',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/', pathNot: '^src/adapters/(redis|local-model|sqlite)/' },
      to: { path: service, pathNot: `^(src/adapters/$1/|${[ports, domain, ...technical].join('|')})` },
    },
    importedOnlyBy('adapters-are-imported-by-composition', `^${adapters}`, [adapters, composition]),
    importedOnlyBy('composition-is-imported-by-main', `^${composition}`, [composition, 'src/run-service\\.ts$']),
    importedOnlyBy('threads-are-imported-by-composition-and-main', `^${threads}`, [
      threads,
      composition,
      'src/run-service\\.ts$',
    ]),
    importedOnlyBy('config-is-imported-by-composition-and-main', '^src/(config|environment)\\.ts$', [
      composition,
      'src/(config|run-service|start-lines)\\.ts$',
    ]),
    {
      name: 'every-folder-is-a-known-room',
      severity: 'error',
      from: { path: '^src/.*/', pathNot: `^(${[...rooms, ...technical].join('|')})` },
      to: {},
    },
    forbidden('domain-imports-no-package', `^${domain}`, { dependencyTypes: ['npm', 'npm-dev', 'npm-optional'] }),
    ...Object.entries({
      eventstoredb: '@eventstore|@grpc',
      mongodb: 'mongodb|bson',
      elasticsearch: '@elastic',
      redis: 'ioredis',
      tracing: '@opentelemetry',
    }).map(([technology, packages]) =>
      importedOnlyBy(`the-driver-of-${technology}-stays-in-its-adapter`, `node_modules/(${packages})/`, [
        room(`adapters/${technology}`),
      ]),
    ),
    importedOnlyBy(
      'the-libraries-of-security-stay-in-their-adapter',
      'node_modules/(@types/)?(@node-rs/argon2|jsonwebtoken)/',
      [room('adapters/security')],
    ),
    importedOnlyBy('the-library-of-rate-limits-stays-in-its-adapters', 'node_modules/rate-limiter-flexible/', [
      room('adapters/memory'),
      room('adapters/redis'),
    ]),
    importedOnlyBy(
      'express-stays-in-http',
      'node_modules/(@types/)?(express|multer|passport[^/]*|helmet|yup|prom-client)/',
      [http],
    ),
    importedOnlyBy('the-library-of-mcp-is-loaded-by-its-endpoint', 'node_modules/@modelcontextprotocol/', [
      'src/http/mcp/serve\\.ts$',
    ]),
    forbidden('no-cycles', '^(src|projections|ui)/', { circular: true }),
    forbidden('ui-imports-only-itself-and-fields', '^ui/', {
      path: '^(src|projections|scripts|test)/',
      pathNot: [fields, deskNames, csvLines, listWords, masks, notNames],
    }),
    forbidden('service-imports-no-ui', service, { path: '^ui/' }),
    forbidden('service-imports-no-tests-or-scripts', service, { path: '^(test|scripts)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs', '.json'] },
  },
};

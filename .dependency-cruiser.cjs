/** The arrows of the architecture: who may import whom. A planted offence in test/architecture.test.ts keeps this file honest. */
const room = (name) => `src/${name}/`;
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}` },
  to: { path: '^(src|projections)/', pathNot: `^(${[from, ...allowed, 'src/concurrency/'].join('|')})` },
});

const [domain, ports, commands, queries, uploads] = ['domain', 'ports', 'commands', 'queries', 'uploads'].map(room);
const texts = ['ticket-files', 'stock-phrases', 'personal-data'].map(room);

module.exports = {
  forbidden: [
    only('domain-knows-only-itself', domain, []),
    only('concurrency-knows-only-itself', room('concurrency'), []),
    ...texts.map((from) => only(`${from.split('/')[1]}-imports-only-itself`, from, [])),
    only('ports-know-domain-and-ticket-files', ports, [domain, room('ticket-files')]),
    only('threads-know-the-domain', room('threads'), [domain]),
    only('projections-know-ports-and-domain', 'projections/', [ports, domain]),
    only('commands-know-ports-and-domain', commands, [ports, domain]),
    only('uploads-know-commands-ports-and-texts', uploads, [commands, ports, domain, ...texts]),
    only('queries-know-ports-and-texts', queries, [ports, domain, ...texts]),
    only('operations-know-commands-and-projections', room('operations'), [commands, 'projections/', ports, domain]),
    only('http-knows-commands-and-queries', room('http'), [commands, queries, uploads, ports, domain]),
    ...['sqlite', 'memory', 'local-model', 'gateway', 'security', 'eventstoredb', 'mongodb', 'elasticsearch'].map(
      (technology) =>
        only(`adapter-${technology}-knows-ports-and-domain`, room(`adapters/${technology}`), [ports, domain]),
    ),
    // Memory insures Redis: what is counted where looks the same.
    only('adapter-redis-knows-ports-domain-and-memory', room('adapters/redis'), [
      room('adapters/memory'),
      ports,
      domain,
    ]),
    {
      name: 'domain-needs-no-package',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional'] },
    },
    {
      name: 'a-driver-stays-in-its-adapter',
      severity: 'error',
      from: { path: '^(src|projections)/', pathNot: '^src/adapters/' },
      to: { path: 'node_modules/(usearch|rate-limiter-flexible|@node-rs/argon2|jsonwebtoken)/' },
    },
    ...[
      ['eventstoredb', '@eventstore|@grpc'],
      ['mongodb', 'mongodb|bson'],
      ['elasticsearch', '@elastic'],
      ['redis', 'ioredis'],
    ].map(([technology, packages]) => ({
      name: `the-driver-of-${technology}-stays-in-its-adapter`,
      severity: 'error',
      from: { path: '^(src|projections)/', pathNot: `^src/adapters/${technology}/` },
      to: { path: `node_modules/(${packages})/` },
    })),
    {
      name: 'express-stays-in-http',
      severity: 'error',
      from: { path: '^(src|projections)/', pathNot: '^src/http/' },
      to: { path: 'node_modules/(@types/)?(express|multer|passport[^/]*|helmet|yup|prom-client)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(src|projections)/' },
      to: { circular: true },
    },
    {
      name: 'the-web-interface-stands-alone',
      comment: 'It knows the service by its HTTP interface only, and the service knows its built files only.',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: '^(src|projections|scripts|test)/' },
    },
    {
      name: 'nothing-imports-the-web-interface',
      severity: 'error',
      from: { path: '^(src|projections)/' },
      to: { path: '^ui/' },
    },
    {
      name: 'no-cycles-in-ui',
      severity: 'error',
      from: { path: '^ui/' },
      to: { circular: true },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|projections)/' },
      to: { path: '^(test|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs', '.json'] },
  },
};

/** The arrows of the architecture: who may import whom. A planted offence in test/architecture.test.ts keeps this file honest. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}` },
  to: { path: '^src/', pathNot: `^(${allowed.join('|')})` },
});

module.exports = {
  forbidden: [
    only('domain-knows-only-itself', 'src/domain/', ['src/domain/']),
    only('ticket-files-know-only-themselves', 'src/ticket-files/', ['src/ticket-files/']),
    only('personal-data-knows-only-itself', 'src/personal-data/', ['src/personal-data/']),
    only('ports-know-the-domain', 'src/ports/', ['src/ports/', 'src/domain/']),
    only('projections-know-ports-and-domain', 'src/projections/', ['src/projections/', 'src/ports/', 'src/domain/']),
    only('commands-know-ports-and-domain', 'src/commands/', [
      'src/commands/',
      'src/ports/',
      'src/domain/',
      'src/personal-data/',
      'src/ticket-files/',
    ]),
    only('queries-know-ports-and-domain', 'src/queries/', [
      'src/queries/',
      'src/ports/',
      'src/domain/',
      'src/personal-data/',
      'src/ticket-files/',
    ]),
    only('http-knows-commands-and-queries', 'src/http/', [
      'src/http/',
      'src/commands/',
      'src/queries/',
      'src/ports/',
      'src/domain/',
    ]),
    ...['sqlite', 'memory', 'local-model', 'gateway', 'security', 'eventstoredb', 'mongodb', 'elasticsearch'].map(
      (technology) =>
        only(`adapter-${technology}-knows-ports-and-domain`, `src/adapters/${technology}/`, [
          `src/adapters/${technology}/`,
          'src/ports/',
          'src/domain/',
        ]),
    ),
    // Memory insures Redis: what is counted where looks the same.
    only('adapter-redis-knows-ports-domain-and-memory', 'src/adapters/redis/', [
      'src/adapters/redis/',
      'src/adapters/memory/',
      'src/ports/',
      'src/domain/',
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
      from: { path: '^src/', pathNot: '^src/adapters/' },
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
      from: { path: '^src/', pathNot: `^src/adapters/${technology}/` },
      to: { path: `node_modules/(${packages})/` },
    })),
    {
      name: 'express-stays-in-http',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/http/' },
      to: { path: 'node_modules/(@types/)?(express|multer|passport[^/]*|helmet|yup|prom-client)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'the-web-interface-stands-alone',
      comment: 'It knows the service by its HTTP interface only, and the service knows its built files only.',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: '^(src|scripts|test)/' },
    },
    { name: 'nothing-imports-the-web-interface', severity: 'error', from: { path: '^src/' }, to: { path: '^ui/' } },
    {
      name: 'no-cycles-in-ui',
      severity: 'error',
      from: { path: '^ui/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|scripts)/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs', '.json'] },
  },
};

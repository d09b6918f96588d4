import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ava from 'ava';
import { parseAllDocuments } from 'yaml';
import { installFromPyPi } from '../../scripts/pypi.ts';
import { parseConfig } from '../../src/config.ts';
import { ownServiceFor } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Labels = Readonly<Record<string, string>>;
type Probe = { readonly httpGet: { readonly path: string; readonly port: string }; readonly timeoutSeconds?: number };
type Container = {
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef?: { readonly name: string }; readonly secretRef?: object }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe?: Probe;
};
type Pod = {
  readonly metadata: { readonly labels: Labels };
  readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly [Container] };
};
type Backend = { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly spec?: {
    readonly template?: Pod;
    readonly selector?: Labels | { readonly matchLabels: Labels };
    readonly podSelector?: { readonly matchLabels?: Labels };
    readonly ports?: readonly { readonly name: string }[];
    readonly rules?: readonly { readonly http: { readonly paths: readonly { readonly backend: Backend }[] } }[];
  };
};

const files = globSync('deploy/kubernetes/*.yaml');
const manifests = (file: string) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest);
const pods = (file: string) => manifests(file).flatMap(({ spec }) => spec?.template ?? []);

/** The oldest version that docs/deploy.md names, and the newest that the package knows. */
const versions = ['1.29.0', '1.37.0'];
const validator = { name: 'kubernetes-validate', version: '1.37.0' };

/** Unknown fields are refused; undefined if the file fits. */
const objection = (file: string, version: string): string | undefined => {
  const command = join(installFromPyPi(validator.name, validator.version), validator.name);
  const { status, stdout, stderr } = spawnSync(command, ['--strict', '-k', version, file], { encoding: 'utf8' });
  return status === 0 ? undefined : stdout + stderr;
};

const withPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0 ? ava : ava.skip;
const service = ownServiceFor(ava);

withPython('every manifest fits the schemas of Kubernetes, and a planted offence does not', (t) => {
  t.is(files.length, 4);
  for (const file of files) for (const version of versions) t.is(objection(file, version), undefined, file);
  const planted = join(temporaryFolder(t), 'planted.yaml');
  const sound = readFileSync('deploy/kubernetes/one.yaml', 'utf8');
  for (const [from, to, said] of [
    ['runAsNonRoot:', 'runAsNoRoot:', /'runAsNoRoot' was unexpected/],
    ['containerPort: 8000', "containerPort: '8000'", /'8000' is not of type 'integer'/],
    ['selector:\n    matchLabels', 'selectors:\n    matchLabels', /selector/],
  ] as const) {
    writeFileSync(planted, sound.replace(from, to));
    t.regex(objection(planted, '1.37.0') ?? '', said, to);
  }
});

ava('the service understands the environment of each pod, with the Secret that the document makes', (t) => {
  const document = readFileSync('docs/deploy.md', 'utf8');
  const secret = Object.fromEntries(
    [...document.matchAll(/--from-literal=(\w+)=(?:'([^']*)'|"[^"]*")/g)].map(([, name = '', value]) => [
      name,
      value ?? 'a'.repeat(64),
    ]),
  );
  const roles = files.flatMap((file) => {
    const settings = manifests(file).find(({ kind }) => kind === 'ConfigMap')?.data;
    return pods(file).map(({ spec: { containers, terminationGracePeriodSeconds } }) => {
      const [{ env = [], envFrom }] = containers;
      const isShared = envFrom.some(({ secretRef }) => secretRef !== undefined);
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const config = parseConfig({ ...settings, ...(isShared ? secret : {}), ...own });
      t.is(config.trustProxy, 1);
      // A stop takes up to 10 s after the time in which the Ingress forgets the pod.
      t.true(config.drainSeconds > 0 && terminationGracePeriodSeconds > config.drainSeconds + 10);
      return config.role;
    });
  });
  t.deepEqual(roles.toSorted(), ['all', 'api', 'projector']);
});

ava('probes ask for paths that answer, and selectors find pods', async (t) => {
  for (const file of files) {
    const templates = pods(file);
    for (const { spec } of templates) {
      const [{ startupProbe, livenessProbe, readinessProbe, ports }] = spec.containers;
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe].filter((probe) => probe !== undefined)) {
        t.is((await fetch(service().url + httpGet.path)).status, 200);
        t.true(ports.some(({ name }) => name === httpGet.port));
      }
    }
    for (const { kind, metadata, spec } of manifests(file)) {
      const selector = spec?.podSelector ?? spec?.selector;
      if (selector === undefined) continue;
      const wanted = Object.entries((selector as { matchLabels?: Labels }).matchLabels ?? (selector as Labels));
      const isFound = templates.some(({ metadata: { labels } }) =>
        wanted.every(([name, value]) => labels[name] === value),
      );
      t.true(isFound, `${kind} ${metadata.name}`);
    }
  }
});

ava('the Ingress leads to the Service of either manifest', (t) => {
  const rules = manifests('deploy/kubernetes/ingress.yaml').flatMap(({ spec }) => spec?.rules ?? []);
  const backends = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  t.is(backends.length, 1);
  for (const name of ['one', 'servers']) {
    const services = manifests(`deploy/kubernetes/${name}.yaml`).filter(({ kind }) => kind === 'Service');
    for (const { name: wanted, port } of backends) {
      const ports = services.find(({ metadata }) => metadata.name === wanted)?.spec?.ports;
      t.true(
        ports?.some((each) => each.name === port.name),
        name,
      );
    }
  }
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** What a stage of a Dockerfile has come to: its files below `root`, and what a container of it starts with. */
export type Replayed = {
  readonly root: string;
  readonly image: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
};

/** Another user than that of the tests if those run as root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : undefined;

/** The paths of an image that its instructions name. */
const absolutePath = /(?<=^|\s)\/(?:app|data)\b/g;

type Instruction = readonly [name: string, words: string];

const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, words] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      return name === undefined || words === undefined ? [] : [[name, words.trim()] as const];
    });

/** The paths that `.dockerignore` leaves to a build, which begins by leaving out all. */
const inContext = (): ((path: string) => boolean) => {
  const [first, ...lines] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  if (first !== '*' || !lines.every((line) => line.startsWith('!')))
    throw new Error('.dockerignore must be a list of what is not ignored');
  const allowed = lines.map((line) => line.slice(1));
  return (path) => allowed.some((one) => path === one || path.startsWith(`${one}/`));
};

/** Copies as COPY does: the contents of a folder, or files into a folder. Hard links in place of bytes between stages. */
const copy = (sources: readonly string[], target: string, options: readonly string[] = []): void => {
  for (const source of sources) {
    const isFolder = target.endsWith('/') || sources.length > 1;
    mkdirSync(isFolder ? target : dirname(target), { recursive: true });
    execFileSync('cp', [
      '--archive',
      '--no-target-directory',
      ...options,
      source,
      isFolder ? join(target, source.split('/').at(-1) ?? '') : target,
    ]);
  }
};

const json = (words: string): readonly string[] => JSON.parse(words.slice(words.indexOf('['))) as string[];

/** The path on this machine of a path in a stage; a slash at its end stays. */
const pathIn = ({ root, workdir }: Replayed, path: string): string =>
  join(root, path.startsWith('/') ? path : join(workdir, path));

const copyInto = (stage: Replayed, words: string, stages: ReadonlyMap<string, Replayed>): void => {
  const [, from, rest = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? [];
  const paths = rest.split(' ');
  const sources = paths.slice(0, -1);
  const target = pathIn(stage, paths.at(-1) ?? '');
  const other = stages.get(from ?? '');
  const isThere = inContext();
  if (other)
    copy(
      sources.map((path) => join(other.root, path)),
      target,
      ['--link'],
    );
  else if (sources.every(isThere)) copy(sources, target);
  else throw new Error(`.dockerignore leaves out one of ${sources.join(', ')}`);
};

/** Runs a command in a stage's folder, with paths of the image below its root and its user's folders given to another one of this machine. */
const runIn = ({ root, workdir, environment }: Replayed, words: string): void => {
  const owner = String(unprivileged?.uid ?? process.getuid?.());
  const command = words.replace(absolutePath, (path) => root + path).replace(/-([og]) node\b/g, `-$1 ${owner}`);
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  // The packages of the checkout are in the cache.
  const env = { ...process.env, ...environment, npm_config_prefer_offline: 'true', PATH: path };
  execFileSync('sh', ['-c', command], { cwd: join(root, workdir), env, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** One instruction on a stage. */
const carryOut = (stage: Replayed, [name, words]: Instruction, stages: ReadonlyMap<string, Replayed>): Replayed => {
  switch (name) {
    case 'WORKDIR':
      mkdirSync(join(stage.root, words), { recursive: true });
      return { ...stage, workdir: words };
    case 'ENV': {
      const pairs = words.split(' ').map((pair) => pair.split('=') as [string, string]);
      return { ...stage, environment: { ...stage.environment, ...Object.fromEntries(pairs) } };
    }
    case 'CMD':
      return { ...stage, command: json(words) };
    case 'HEALTHCHECK':
      return { ...stage, healthCheck: json(words) };
    case 'COPY':
      copyInto(stage, words, stages);
      return stage;
    case 'RUN':
      runIn(stage, words);
      return stage;
    case 'EXPOSE':
    case 'USER':
    case 'VOLUME':
      return stage;
    default:
      throw new Error(`${name} is not replayed`);
  }
};

/** Carries out the Dockerfile without Docker, in folders of the temporary folder, and returns its last stage. Throws if an instruction fails. */
export const replayImage = (): Replayed => {
  const stages = new Map<string, Replayed>();
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(folder, 0o755);
  let current: Replayed | undefined;
  let name = '';
  for (const instruction of instructionsOf(readFileSync('Dockerfile', 'utf8'))) {
    if (instruction[0] === 'FROM') {
      const [image = '', , alias = 'last'] = instruction[1].split(' ');
      const root = join(folder, alias);
      const base = stages.get(image);
      if (base) execFileSync('cp', ['--archive', '--link', base.root, root]);
      else mkdirSync(root);
      name = alias;
      current = base ? { ...base, root } : { root, image, workdir: '/', environment: {}, command: [], healthCheck: [] };
    } else if (current) current = carryOut(current, instruction, stages);
    if (current) stages.set(name, current);
  }
  if (!current) throw new Error('The Dockerfile has no stage');
  return current;
};

import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { smallerElements } from './web-awesome-elements.ts';
import { withoutUnusedTheme } from './web-awesome-theme.ts';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.csv', '.md']);

/** The files that index.html loads; each is built into a file with a content hash in its name. */
const entryPoints = {
  app: 'ui/app.ts',
  'first-paint': 'ui/first-paint.ts',
  styles: 'ui/styles/app.css',
  'lazy-styles': 'ui/styles/lazy.css',
  mark: 'ui/mark.svg',
};

/** The parts that are loaded when they are needed, each with the one that is always loaded before it. */
const loadedBefore: Readonly<Record<string, string>> = {
  'ui/pages/guest-pages.ts': 'ui/app.ts',
  'ui/pages/member-pages.ts': 'ui/app.ts',
  'ui/pages/tickets-pages.ts': 'ui/components/menus.ts',
  'ui/pages/search/answer-markdown.ts': 'ui/pages/member-pages.ts',
  'ui/components/menus.ts': 'ui/pages/member-pages.ts',
  'ui/pages/upload/kb-upload-page.ts': 'ui/components/menus.ts',
};

/** esbuild makes a file of every set of modules that the same parts use. As each part imports the one before it, those sets are few: one a part. */
const fewFiles: Plugin = {
  name: 'few-files',
  setup: (builder) => {
    const sources = new Map(Object.entries(loadedBefore).map(([part, before]) => [resolve(part), resolve(before)]));
    builder.onLoad({ filter: /\/ui\/(pages|components|messages)\/.*\.ts$/ }, async ({ path }) => {
      const before = sources.get(path);
      if (before === undefined) return undefined;
      const imported = `import ${JSON.stringify(before)};`;
      return { contents: `${await readFile(path, 'utf8')}\n${imported}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

const bundle = async (folder: string): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: Object.entries(entryPoints).map(([name, source]) => ({ in: source, out: name })),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    metafile: true,
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'copy' },
    legalComments: 'linked',
    logLevel: 'warning',
    tsconfig: 'ui/tsconfig.json',
    plugins: [fewFiles, smallerElements],
  });
  return metafile;
};

/** The built file of each source: the one with its code, which is not always the one that esbuild names after it. */
const builtFiles = (folder: string, { outputs }: Metafile): ReadonlyMap<string, string> => {
  const built = new Map<string, string>();
  for (const [output, { entryPoint, inputs }] of Object.entries(outputs)) {
    if (/\.(map|txt)$/.test(output)) continue;
    for (const source of Object.keys(inputs)) built.set(`/${source}`, `/${relative(folder, output)}`);
    if (entryPoint?.endsWith('.css')) built.set(`/${entryPoint}`, `/${relative(folder, output)}`);
  }
  return built;
};

/**
 * A part whose code others share is built into a file that only imports it: a request more. Such a file is left out, and the one with the code gets the part's
 * name in its place.
 */
const withoutStubs = async (folder: string, metafile: Metafile): Promise<Metafile> => {
  const built = builtFiles(folder, metafile);
  const renamed = new Map<string, string>();
  const parts = new Map<string, string>();
  for (const [stub, { entryPoint = '', inputs }] of Object.entries(metafile.outputs)) {
    const code = Object.keys(metafile.outputs).find(
      (each) => `/${relative(folder, each)}` === built.get(`/${entryPoint}`),
    );
    if (code === undefined || Object.keys(inputs).length > 0) continue;
    const name = join(dirname(code), basename(stub).replace(hashInName, hashInName.exec(code)?.[0] ?? ''));
    renamed.set(stub, name).set(code, name);
    parts.set(name, entryPoint);
    await rm(stub);
  }
  const nameOf = (output: string): string => {
    const script = output.replace(legalSuffix, '');
    return output.replace(script, renamed.get(script) ?? script);
  };
  const outputs: Metafile['outputs'] = {};
  for (const [output, { imports, ...rest }] of Object.entries(metafile.outputs)) {
    const name = nameOf(output);
    if (parts.has(name) && Object.keys(rest.inputs).length === 0) continue;
    if (name !== output) await rename(output, name);
    if (name.endsWith('.js')) await replaceNames(name, renamed);
    const entryPoint = parts.get(name) ?? rest.entryPoint;
    const importedNames = imports.map((one) => ({ ...one, path: nameOf(one.path) }));
    outputs[name] = { ...rest, imports: importedNames, ...(entryPoint === undefined ? {} : { entryPoint }) };
  }
  return { ...metafile, outputs };
};

const hashInName = /-\w+\.js$/;
const legalSuffix = /\.LEGAL\.txt$/;

const replaceNames = async (script: string, renamed: ReadonlyMap<string, string>): Promise<void> => {
  let text = await readFile(script, 'utf8');
  for (const [from, to] of renamed) text = text.replaceAll(basename(from), basename(to));
  await writeFile(script, text);
};

/** The files that a page imports, with itself, without those that the application has. */
const filesOfPart = (folder: string, { outputs }: Metafile, part: string): readonly string[] => {
  const closure = (entry: string, files = new Set<string>()): ReadonlySet<string> => {
    if (files.has(entry)) return files;
    files.add(entry);
    for (const { path, kind } of outputs[entry]?.imports ?? []) if (kind === 'import-statement') closure(path, files);
    return files;
  };
  const outputOf = (source: string) =>
    Object.keys(outputs).find((output) => outputs[output]?.entryPoint === source) ?? source;
  const present = closure(outputOf('ui/app.ts'));
  return [...closure(outputOf(part))].filter((file) => !present.has(file)).map((file) => `/${relative(folder, file)}`);
};

/** index.html with the addresses of the sources replaced by those of the built files. */
const builtPage = async (folder: string, metafile: Metafile): Promise<string> => {
  const built = builtFiles(folder, metafile);
  const page = await readFile('ui/index.html', 'utf8');
  return page.replace(/(?<=(src|href|data-\w+)=")[^"]+/g, (address, name: string) => {
    const targetOf = (source: string) => {
      const target = built.get(source);
      if (target === undefined) throw new Error(`ui/index.html names ${source}, which was not built`);
      return target;
    };
    const filesOf = (source: string) =>
      name.startsWith('data-') && source.endsWith('.ts')
        ? filesOfPart(folder, metafile, source.slice(1))
        : [targetOf(source)];
    return address.split(' ').flatMap(filesOf).join(' ');
  });
};

/** Writes `.br` and `.gz` versions, so that nothing is compressed while it is served. */
const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
};

/** Replaces a folder by another; of two concurrent builds, either may win. */
const replace = async (target: string, folder: string): Promise<void> => {
  await rm(target, { recursive: true, force: true });
  await rename(folder, target).catch(async (error: unknown) => {
    if (await isStale(target)) throw error;
  });
};

/** The tickets that a new user may try the service with. */
const examples = 'scripts/demo/tickets.json';

/** Builds the web interface into a folder, replacing it: page, hashed assets, templates, example tickets and the guide to imports, with compressed versions. */
export const buildUi = async (target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}-`);
  try {
    const metafile = await withoutUnusedTheme(await withoutStubs(folder, await bundle(folder)));
    await writeFile(join(folder, 'index.html'), await builtPage(folder, metafile));
    await cp('ui/templates', join(folder, 'templates'), { recursive: true });
    await cp(examples, join(folder, 'templates/examples.json'));
    await cp('docs/import.md', join(folder, 'docs/import.md'));
    const files = await readdir(folder, { recursive: true });
    await Promise.all(
      files.filter((file) => compressible.has(extname(file))).map((file) => compress(join(folder, file))),
    );
    // `mkdtemp` lets nobody else look into it, and the service may run as another user than the build.
    await chmod(folder, 0o755);
    await replace(target, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What the build is made from: `ui`, what it imports, the guide that it links to, and what builds it. */
const otherSources = ['package-lock.json', 'docs/import.md', examples];
const sourceFolders = ['ui', 'src/domain', 'src/platform', 'scripts/ui'];

/** Whether the build is missing or older than a source file, a source folder (a file may have been removed) or one of the other sources. */
export const isStale = async (target: string): Promise<boolean> => {
  const page = await stat(join(target, 'index.html')).catch(() => undefined);
  if (!page) return true;
  const sources = await Promise.all(
    sourceFolders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
  );
  const paths = [...otherSources, ...sourceFolders, ...sources.flat()];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return times.some((time) => time > page.mtimeMs);
};

import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.csv']);

/** The files that index.html loads; each is built into a file with a content hash in its name. */
const entryPoints = {
  app: 'ui/app.ts',
  'first-paint': 'ui/first-paint.ts',
  styles: 'ui/styles/app.css',
  mark: 'ui/mark.svg',
};

const bundle = async (folder: string): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: Object.entries(entryPoints).map(([name, source]) => ({ in: source, out: name })),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    metafile: true,
    outdir: folder,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'copy' },
    legalComments: 'linked',
    logLevel: 'warning',
    tsconfig: 'ui/tsconfig.json',
  });
  return metafile;
};

/** index.html with the addresses of the sources replaced by those of the built files. */
const builtPage = async (folder: string, { outputs }: Metafile): Promise<string> => {
  const built = new Map<string, string>();
  for (const [output, { entryPoint, inputs }] of Object.entries(outputs)) {
    const [only, ...more] = Object.keys(inputs);
    const source = entryPoint ?? (more.length === 0 ? only : undefined);
    if (source !== undefined && !/\.(map|txt)$/.test(output)) built.set(`/${source}`, `/${relative(folder, output)}`);
  }
  const page = await readFile('ui/index.html', 'utf8');
  return page.replace(/(?<=(?:src|href)=")[^"]+/g, (address) => {
    const target = built.get(address);
    if (target === undefined) throw new Error(`ui/index.html names ${address}, which was not built`);
    return target;
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

/** Builds the web interface into a folder, replacing it: page, hashed assets and templates, with compressed versions. */
export const buildUi = async (target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}-`);
  try {
    await writeFile(join(folder, 'index.html'), await builtPage(folder, await bundle(folder)));
    await cp('ui/templates', join(folder, 'templates'), { recursive: true });
    const files = await readdir(folder, { recursive: true });
    await Promise.all(
      files.filter((file) => compressible.has(extname(file))).map((file) => compress(join(folder, file))),
    );
    await replace(target, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Files outside `ui` that the build is made from. */
const otherSources = ['src/domain/ticket-fields.ts', 'package-lock.json', 'scripts/ui/build.ts'];

/** Whether the build is missing or older than a source file, a source folder (a file may have been removed) or package-lock.json. */
export const isStale = async (target: string): Promise<boolean> => {
  const page = await stat(join(target, 'index.html')).catch(() => undefined);
  if (!page) return true;
  const sources = await readdir('ui', { recursive: true });
  const paths = ['ui', ...otherSources, ...sources.map((source) => join('ui', source))];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return times.some((time) => time > page.mtimeMs);
};

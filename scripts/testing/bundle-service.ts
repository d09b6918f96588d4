import { build, type Plugin } from 'esbuild';
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is started by itself: the process of the service, and its threads; others are named by the modules that start them. */
const entryPoints = [
  'src/main.ts',
  'src/composition/{change-reader,gap-finder,helper,ingest,log-reader,search,writer}.ts',
];

/** The modules that others start in a thread or process of their own. */
const startedByModules = (): readonly string[] =>
  globSync('src/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/new URL\('((?:\.\/)?[\w-]+\.ts)', import\.meta\.url\)/g)].map(
      ([, name = '']) => join(dirname(path), name),
    ),
  );

/** A module finds its threads and its data where they would be beside its source, in the folder of the bundle. */
const modulesIn = (folder: string): Plugin => ({
  name: 'paths of modules',
  setup: (bundle) => {
    bundle.onLoad({ filter: /\/(?:src|projections)\/.*\.ts$/ }, ({ path }) => {
      const sourcePath = join(folder, relative('.', path));
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(sourcePath).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(sourcePath)));
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Bundles the service and its packages into a folder, for tests that start it a hundred times: of its start most is linking some 1 400 modules, in each
 * thread. Returns the file to start. What is bundled is what `npm start` runs; only the modules are fewer.
 */
export const bundleService = async (folder = resolve('dist/service')): Promise<string> => {
  const listed = entryPoints.flatMap((pattern) => {
    const files = globSync(pattern);
    if (files.length < pattern.split(',').length) throw new Error(`An entry point of ${pattern} does not exist`);
    return files;
  });
  const entries = [...listed, ...startedByModules()];
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: entries,
    outbase: '.',
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    keepNames: true,
    external: ['@node-rs/*'],
    // CommonJS packages ask for the modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [modulesIn(folder)],
    logLevel: 'warning',
  });
  for (const entry of entries) writeFileSync(join(folder, entry), `import './${basename(entry, '.ts')}.js';\n`);
  for (const data of ['dist/ui', 'models', ...globSync('src/**/*.{txt,wasm}')]) {
    mkdirSync(dirname(join(folder, data)), { recursive: true });
    symlinkSync(resolve(data), join(folder, data));
  }
  return join(folder, 'src/main.js');
};

import { existsSync } from 'node:fs';

/** Builds the web interface into dist/ui; with `--if-stale` (used by `npm start`) only if it is missing or older than its sources. A release contains the built files, but neither sources nor build tools. */
const target = 'dist/ui';
const ifStale = process.argv.includes('--if-stale');

const loadBuilder = async () => {
  try {
    return existsSync('ui/index.html') ? await import('./ui/build.ts') : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const builder = await loadBuilder();
if (!builder && !ifStale) throw new Error('The build tools of the web interface are not installed: run `npm ci`');
if (!builder && !existsSync(`${target}/index.html`)) {
  console.error('The web interface is not built and cannot be built here; the API is served without it');
}
if (builder && (!ifStale || (await builder.isStale(target)))) {
  const start = performance.now();
  await builder.buildUi(target);
  console.log(`The web interface was built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

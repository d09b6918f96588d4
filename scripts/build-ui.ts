import { existsSync } from 'node:fs';

/** Builds the web interface into dist/ui; `--if-stale` only where it is missing or older than its sources, as `npm start` asks. A release has it built and brings neither the sources nor what builds them. */
const target = 'dist/ui';
const ifStale = process.argv.includes('--if-stale');

const canBuild = async () => {
  try {
    return existsSync('ui/index.html') ? await import('./ui/build.ts') : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const builder = await canBuild();
if (!builder && !ifStale) throw new Error('What builds the web interface is not installed: run `npm ci`');
if (!builder && !existsSync(`${target}/index.html`)) {
  console.error('The web interface is not built and cannot be built here; the API is served without it');
}
if (builder && (!ifStale || (await builder.isStale(target)))) {
  const start = performance.now();
  await builder.buildUi(target);
  console.log(`The web interface was built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

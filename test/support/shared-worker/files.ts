// A test file with the tests of the files in TEST_TOGETHER, so that all of them run in one worker (`scripts/testing/jobs.ts`).
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareAll } from './titled-test.ts';

const files = (process.env['TEST_TOGETHER'] ?? '').split(' ').filter((file) => file !== '');
const paths = new Map(
  files.map((file) => [
    pathToFileURL(resolve(file)).href,
    file
      .replace(/^test\//, '')
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', ' › '),
  ]),
);

/** The module that a file imports as `ava`. */
const titledAva = (path: string) =>
  `import { titledTest } from ${JSON.stringify(import.meta.resolve('./titled-test.ts'))}; export default titledTest(${JSON.stringify(path)});`;

registerHooks({
  resolve: (specifier, context, next) => {
    const path = specifier === 'ava' ? paths.get(context.parentURL ?? '') : undefined;
    if (path === undefined) return next(specifier, context);
    return { url: `data:text/javascript,${encodeURIComponent(titledAva(path))}`, format: 'module', shortCircuit: true };
  },
});

for (const url of paths.keys()) await import(url);
declareAll();

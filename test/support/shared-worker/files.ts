// A test file that declares the tests of the files in TEST_TOGETHER, so that all of them run in one worker (`scripts/testing/jobs.ts`).
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const files = (process.env['TEST_TOGETHER'] ?? '').split(' ').filter((file) => file !== '');
const titles = new Map(
  files.map((file) => [
    pathToFileURL(resolve(file)).href,
    file
      .replace(/^test\//, '')
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', ' › '),
  ]),
);

registerHooks({
  resolve: (specifier, context, next) => {
    const title = specifier === 'ava' ? titles.get(context.parentURL ?? '') : undefined;
    if (title === undefined) return next(specifier, context);
    return next(new URL(`./titled-test.ts?title=${encodeURIComponent(title)}`, import.meta.url).href, context);
  },
});

for (const url of titles.keys()) await import(url);

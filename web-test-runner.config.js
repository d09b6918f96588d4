import { globSync } from 'node:fs';
import { chromeLauncher } from '@web/test-runner-chrome';
import { build } from 'esbuild';
import { browserArguments, findBrowser } from './test/support/browser/find-browser.ts';
import { tapReporter } from './test/support/browser/tap-reporter.ts';

const { executablePath, env } = await findBrowser();

/** Component tests run as bundles, which load in a tenth of the time of their single modules; UI_TESTS names some of them. */
const bundles = 'node_modules/.cache/ui-tests';
const tests = process.env.UI_TESTS?.split(' ') ?? globSync('test/ui/**/*.test.ts');
const styles = ['ui/styles/app.css', 'ui/styles/lazy.css'];
await build({
  entryPoints: [...tests, ...styles],
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  sourcemap: 'linked',
  outbase: '.',
  outdir: bundles,
  tsconfig: 'test/ui/tsconfig.json',
  // The fonts of the system do: what the tests look at does not depend on them.
  loader: { '.woff2': 'empty' },
  // The test runner serves these itself.
  external: ['/__web-*'],
  logLevel: 'warning',
});

const [appStyles, lazyStyles] = styles.map((path) => `<link rel="stylesheet" href="/${bundles}/${path}" />`);

export default {
  files: tests.map((file) => `${bundles}/${file.replace(/\.ts$/, '.js')}`),
  concurrency: 2,
  browsers: [
    chromeLauncher({ launchOptions: { executablePath, env: { ...process.env, ...env }, args: [...browserArguments] } }),
  ],
  reporters: [tapReporter()],
  // A machine under load needs them; a test that hangs is still named.
  browserStartTimeout: 300_000,
  testsStartTimeout: 300_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 240_000 } },
  testRunnerHtml: (testFramework) => `<!doctype html>
    <html lang="ru">
      <head><title>Test</title>${appStyles}${lazyStyles}<template id="lazy-styles">${lazyStyles}</template></head>
      <body><script type="module" src="${testFramework}"></script></body>
    </html>`,
};

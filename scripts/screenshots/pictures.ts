import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { asked } from './asked-questions.ts';

/** The tickets that the pictures show. */
export const demoFile = 'scripts/demo/tickets.json';

/** The pictures' digests by their names. */
export const digestFile = 'docs/pictures.json';

/** A picture of a page, `docs/<name>.png`. */
export type Scene = {
  readonly name: string;
  /** What is shown: the page's modules and styles, with all that they import. */
  readonly shows: readonly string[];
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly path: (collection: string) => string;
  /** Actions on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
};

/** No ticket has a word of it. */
const query = encodeURIComponent('Ноутбук перегревается и шумит');

const search = {
  shows: [
    'ui/pages/search/kb-search-page.ts',
    'ui/styles/pages/search.css',
    'ui/styles/pages/answer.css',
    'ui/styles/pages/source.css',
  ],
  path: (collection: string) => `/collections/${collection}#q=${query}`,
};
const upload = {
  shows: [
    'ui/pages/upload/kb-upload-page.ts',
    'ui/styles/pages/upload.css',
    'ui/styles/pages/upload-file.css',
    'ui/styles/pages/preview.css',
  ],
  path: (collection: string) => `/collections/${collection}/upload`,
};
export const scenes: readonly Scene[] = [
  {
    name: 'collections',
    shows: ['ui/pages/dashboard/kb-dashboard-page.ts', 'ui/styles/pages/dashboard.css'],
    path: () => '/',
  },
  // Before the searches, which are recorded too.
  {
    name: 'questions',
    height: 1000,
    shows: ['ui/pages/questions/kb-questions-page.ts', 'ui/styles/pages/questions.css', 'ui/styles/pages/figures.css'],
    path: (collection) => `/collections/${collection}/questions`,
  },
  {
    name: 'gaps',
    height: 1000,
    shows: ['ui/pages/gaps/kb-gaps-page.ts', 'ui/styles/pages/gap.css', 'ui/styles/pages/figures.css'],
    path: (collection) => `/collections/${collection}/gaps`,
  },
  { name: 'search', height: 1000, ...search },
  { name: 'search-dark', theme: 'dark', height: 1000, ...search },
  { name: 'search-phone', width: 390, height: 844, ...search },
  {
    name: 'upload',
    height: 1000,
    ...upload,
    act: (page) => page.locator('input[type=file]').first().setInputFiles(demoFile),
  },
  {
    name: 'settings',
    shows: ['ui/pages/settings/kb-settings-page.ts', 'ui/styles/pages/settings.css'],
    path: () => '/settings',
  },
];

/** What every page stands in. */
const frame = [
  ...['ui/components/kb-top-bar.ts', 'ui/pages/collection/kb-collection-page.ts', 'ui/styles/tokens.css'],
  ...['ui/styles/base.css', 'ui/styles/states.css', 'ui/styles/parts/top-bar.css', 'ui/styles/parts/tabs.css'],
];

/**
 * The digest of what a picture shows: its modules and styles as they are built, so that neither comments nor names of files and variables count, without
 * packages, and how it is taken.
 */
export const digestOf = async ({ shows, path, act, theme, width, height }: Scene): Promise<string> => {
  const digest = createHash('sha256').update(readFileSync(demoFile)).update(JSON.stringify(asked));
  digest.update(JSON.stringify([theme, width, height, path('collection'), String(act)]));
  for (const entry of [...frame, ...shows]) {
    const { outputFiles } = await build({
      entryPoints: [entry],
      ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', packages: 'external' },
      loader: { '.woff2': 'empty' },
      external: ['*.woff2'],
      outdir: 'out',
      legalComments: 'none',
      logLevel: 'error',
    });
    for (const { contents } of outputFiles) digest.update(contents);
  }
  return digest.digest('hex').slice(0, 32);
};

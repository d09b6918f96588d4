import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packagedChromium } from './packaged-chromium.ts';

export type Browser = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> };

/** A name for this machine to which the browser gives no more rights than to any other host: over plain HTTP it is no secure context. */
export const otherHost = 'kb.test';

/** No sandbox, which containers do not support; no background requests; no host except this machine. */
export const browserArguments: readonly string[] = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run', '--no-pings', '--disable-gpu'],
  `--host-resolver-rules=MAP ${otherHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser for the tests: `CHROME_PATH`, else one on the PATH, else the packaged Chromium. */
export const findBrowser = async (): Promise<Browser> => {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') return { executablePath: named, env: {} };
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  return found === undefined ? packagedChromium() : { executablePath: found, env: {} };
};

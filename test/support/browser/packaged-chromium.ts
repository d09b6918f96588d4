import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from './find-browser.ts';

const packageFolder = () => dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));

/** Unpacks in a separate TMPDIR: the package would reuse any file named `chromium` in the temporary folder, of another version or incomplete. */
const unpack = async (source: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}-`);
  try {
    const script = `const { default: chromium, inflate } = await import('@sparticuz/chromium');
      await chromium.executablePath();
      await inflate(${JSON.stringify(join(source, 'bin/al2023.tar.br'))});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], TMPDIR: folder },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The packaged browser could not be unpacked: ${stderr}`);
    await rename(folder, target).catch((error: unknown) => {
      // Another run was quicker.
      if (!existsSync(join(target, 'chromium'))) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** On a system without fonts all text would be invisible; the package contains Open Sans. */
const writeFontConfig = (folder: string): Promise<void> =>
  writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );

/** The Chromium of the npm package, for a Linux machine without a browser. */
export const packagedChromium = async (): Promise<Browser> => {
  const source = packageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = resolve(`node_modules/.cache/chromium-${version}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpack(source, folder);
  await writeFontConfig(folder);
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return {
    executablePath,
    env: startFailure(executablePath, env) === undefined ? env : checked(executablePath, withLibraries),
  };
};

/** Why a browser does not start; undefined if it does. The dynamic linker names missing libraries. */
const startFailure = (executablePath: string, env: Browser['env']): string | undefined => {
  const { status, stderr, error } = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
};

/** The environment, after a check that the browser starts in it. */
const checked = (executablePath: string, env: Browser['env']): Browser['env'] => {
  const failure = startFailure(executablePath, env);
  if (failure === undefined) return env;
  throw new Error(`The packaged browser does not start here, set CHROME_PATH to another one: ${failure}`);
};

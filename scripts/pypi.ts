import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns the folder of the commands of a Python package, installed from PyPI into a virtual environment under node_modules on first use. Throws if
 * Python 3 with venv, or PyPI, are missing.
 */
export const installFromPyPi = (name: string, version: string): string => {
  const folder = resolve(`node_modules/.cache/${name}-${version}`);
  const commands = join(folder, 'bin');
  // Made last, so that an installation that broke off is repeated.
  const done = join(folder, 'installed');
  if (existsSync(done)) return commands;
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    execFileSync(join(commands, 'pip'), ['-q', 'install', `${name}==${version}`], { stdio: 'inherit' });
    writeFileSync(done, '');
    return commands;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${name} could not be installed: Python 3 with venv, and PyPI, are needed`, { cause: error });
  }
};

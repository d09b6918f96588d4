// Starts scripts/test.ts with the Node that the packages bring; the one that runs this file may be too old to read TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const packaged = resolve(root, 'node_modules/.bin/node');
const node = existsSync(packaged) ? packaged : process.execPath;
const child = spawn(node, ['scripts/test.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});

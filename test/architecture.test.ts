import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'ava';

/** Runs the architecture check over a copy of the sources with one file planted in it. */
const checkWith = (file: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-architecture-'));
  try {
    for (const name of ['src', 'projections', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
      cpSync(name, join(folder, name), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
    const command = [
      resolve('node_modules/.bin/depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'projections',
    ];
    const { status, stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const offences = [
  ['domain-knows-only-itself', 'src/domain/planted.ts', `import '../ports/event-store.ts';\n`],
  ['express-stays-in-http', 'src/commands/planted.ts', `import 'express';\n`],
  ['http-knows-commands-and-queries', 'src/http/planted.ts', `import '../adapters/sqlite/database.ts';\n`],
] as const;

for (const [rule, file, text] of offences) {
  test(`an import that breaks the rule ${rule} is told`, (t) => {
    const { status, stdout } = checkWith(file, text);
    t.not(status, 0);
    t.true(stdout.includes(rule), stdout);
  });
}

test('the service runs on Node 24 or newer', (t) => {
  t.true(Number(process.versions.node.split('.')[0]) >= 24);
});

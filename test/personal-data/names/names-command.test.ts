import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runFile } from '../../support/run-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('npm run names cleans the lines of a file, each for itself', async (t) => {
  const path = join(temporaryFolder(t), 'lines.txt');
  writeFileSync(path, 'Позвоните Ольге Петровой\n\nПринтер не печатает\n');
  const { code, output } = await runFile('scripts/names.ts', { args: ['--clean', path] });
  t.deepEqual({ code, output }, { code: 0, output: 'Позвоните [ИМЯ]\nПринтер не печатает\n' });
});

for (const args of [['--help'], ['--clean', '/nowhere'], []])
  test(`npm run names ${args.join(' ')} says how it is used`, async (t) => {
    const { code, output } = await runFile('scripts/names.ts', { args });
    t.is(code, 2);
    t.regex(output, /usage: npm run names/);
    t.notRegex(output, /^ {4}at /m);
  });

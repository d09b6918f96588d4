import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('read models without their log stop a start and commands before another log is begun', async (t) => {
  const folder = temporaryFolder(t);
  await (await startService({}, folder)).stop();
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${end}`), { force: true });
  const before = readdirSync(folder).toSorted();
  const run = (name: string, ...args: readonly string[]) =>
    runFile(`scripts/${name}.ts`, { args, environment: { DATA_DIR: folder } });
  for (const state of ['missing', 'empty']) {
    if (state === 'empty') writeFileSync(join(folder, 'events.db'), '');
    const line = new RegExp(`DATA_DIR: \\S+events\\.db is ${state}, and read models .*restore.*delete \\S+views\\*`);
    const { code, output: said } = await runFile('src/main.ts', { environment: { PORT: '0', DATA_DIR: folder } });
    t.is(code, 1);
    t.regex(said, line);
    const verified = await run('verify');
    t.is(verified.code, 1);
    t.regex(verified.output, line);
    t.is((await run('backup', `${folder}-saved`)).code, 1);
    t.false(existsSync(`${folder}-saved`));
  }
  t.deepEqual(
    readdirSync(folder)
      .filter((name) => name !== 'events.db')
      .toSorted(),
    before,
  );
  for (const name of readdirSync(folder)) if (/^views/.test(name)) rmSync(join(folder, name));
  await (await startService({}, folder)).stop();
});

import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import test from 'ava';
import { parseConfig } from '../../src/config.ts';
import { block, run } from '../support/documented-commands.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the command of the document writes three secrets that the service takes, different each time', async (t) => {
  const folder = temporaryFolder(t);
  copyFileSync('.env.example', join(folder, '.env.example'));
  const secrets = async () => {
    const { status, output } = await run(`cd ${folder}; ${block('docs/deploy.md', 'sed "s|^JWT_SECRET=')}`, {});
    t.is(status, 0, output);
    return parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  };
  const [once, again] = [await secrets(), await secrets()];
  const { jwt, dataKey } = parseConfig({ JWT_SECRET: once['JWT_SECRET'], DATA_KEY: once['DATA_KEY'] });
  t.is(jwt.secret?.length, 64);
  t.is(dataKey?.length, 64);
  t.regex(once['MONGODB_PASSWORD'] ?? '', /^[0-9a-f]{48}$/);
  for (const name of ['JWT_SECRET', 'DATA_KEY', 'MONGODB_PASSWORD']) t.not(once[name], again[name]);
});

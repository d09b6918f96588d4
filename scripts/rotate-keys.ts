import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sealedApiKeys } from '../src/adapters/security/api-keys.ts';
import { readSecret } from '../src/adapters/security/secret-files.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run rotate-keys

Gives every account a new API key, sealed with the present data key (DATA_KEY, or the file data-key in DATA_DIR, which is made if it is missing). Old keys
are refused at once; nobody is shown the new ones: users find theirs after login, in the settings or with GET /api/me. An interrupted run continues when
it is run again. To change the data key, stop every process of the service first.`;

await runCommand('rotate-keys', usage, (config) => {
  parseArgs({ options: {} });
  const { dataDir, dataKey = readSecret(join(dataDir, 'data-key')) } = config();
  const known = dataKey === undefined ? {} : { dataKeyId: sealedApiKeys(dataKey).dataKeyId };
  return [{ operation: 'rotate keys', run: randomUUID(), ...known }];
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sealedApiKeys } from '../src/adapters/security/api-keys.ts';
import { readSecret } from '../src/adapters/security/secret-files.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run rotate-keys [-- --make-data-key]

Gives every account a new API key, sealed with the present data key (DATA_KEY, or the file data-key in DATA_DIR). Old keys are refused at once; nobody is
shown the new ones: users find theirs after login, in the settings or with GET /api/me. An interrupted run continues when it is run again. To change the
data key, stop every process of the service first.
  --make-data-key  make the file data-key if it is lost; without it a missing one is refused, since the service may have been given its key in DATA_KEY`;

await runCommand('rotate-keys', usage, (config) => {
  const { values } = parseArgs({ options: { 'make-data-key': { type: 'boolean', default: false } } });
  const { dataDir, dataKey = readSecret(join(dataDir, 'data-key')) } = config();
  const known = dataKey === undefined ? {} : { dataKeyId: sealedApiKeys(dataKey).dataKeyId };
  return [{ operation: 'rotate keys', run: randomUUID(), makeDataKey: values['make-data-key'], ...known }];
});

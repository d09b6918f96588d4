import { parseArgs } from 'node:util';
import { runFileCommand } from './backup/command.ts';
import { restoreBackup } from './backup/restore-backup.ts';

const usage = `Usage: npm run restore -- FOLDER [--replace]

Checks the back-up in a folder and puts its log and keys into DATA_DIR, on which no service may run.
  --replace  move what DATA_DIR holds into a folder replaced-… in it; without it the restore is refused`;

await runFileCommand('restore', usage, () => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) return undefined;
  return (config, onProgress) => restoreBackup(config, folder, { ...values, onProgress });
});

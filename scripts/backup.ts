import { parseArgs } from 'node:util';
import { runFileCommand } from './backup/command.ts';
import { writeBackup } from './backup/write-backup.ts';

const usage = `Usage: npm run backup -- FOLDER

Saves the event log and the keys of DATA_DIR in a folder that does not exist or is empty, with checksums, while the service runs or without it. Read models
are not saved: they are built from the log. A folder FOLDER.partial-… is what an interrupted run leaves; it is no back-up and can be deleted.`;

await runFileCommand('backup', usage, () => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) return undefined;
  return (config, onProgress) => writeBackup(config, folder, onProgress);
});

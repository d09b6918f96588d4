// Starts the service for all files of a run, prints its address, and stops it at SIGTERM; see `serviceFor`.
import { rmSync } from 'node:fs';
import { startService } from './service.ts';

const service = await startService();
process.once('SIGTERM', () => {
  void service.stop().finally(() => {
    rmSync(service.folder, { recursive: true, force: true });
    process.exit();
  });
});
console.log(service.url);

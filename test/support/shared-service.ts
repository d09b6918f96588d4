// Starts the service for all files of a run, prints its address, and stops it at SIGTERM; see `serviceFor`.
import { rmSync } from 'node:fs';
import { startService } from './service.ts';

const service = await startService();
const watch = setInterval(() => {
  if (!service.exited()) return;
  clearInterval(watch);
  console.error(
    `The service that the tests share has ended (${service.ending()}):\n${service.output().slice(-20_000)}`,
  );
}, 500);
process.once('SIGTERM', () => {
  clearInterval(watch);
  void service.stop().finally(() => {
    rmSync(service.folder, { recursive: true, force: true });
    process.exit();
  });
});
console.log(service.url);

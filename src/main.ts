import manifest from '../package.json' with { type: 'json' };
import { handleSignals } from './signals.ts';

if (process.argv.includes('--version')) process.stdout.write(`${manifest.version}\n`);
else {
  const signals = handleSignals();
  // Loaded while signals are handled already: loading is most of a start.
  const { runService } = await import('./run-service.ts');
  await runService(signals);
}

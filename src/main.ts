import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { handleSignals } from './signals.ts';

/** Keeps compiled code for the next start, half of whose processor time it saves; where that cannot be written, nothing is kept. */
const keepCompiledCode = (): void => {
  // Threads read the variable.
  const folder = (process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../node_modules/.cache/compile', import.meta.url),
  ));
  enableCompileCache(folder);
};

if (process.argv.includes('--version')) process.stdout.write(`${manifest.version}\n`);
else {
  const signals = handleSignals();
  keepCompiledCode();
  // Loaded while signals are handled already: loading is most of a start.
  const { runService } = await import('./run-service.ts');
  await runService(signals);
}

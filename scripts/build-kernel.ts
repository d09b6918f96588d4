import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Compiles the kernel of searches; with `--check` only compares what is stored with what its source compiles to, and exits with 1 if it differs.
 * A compiler that fails prints why. It is called as a command, because its types change those of all arrays in the project.
 */
const source = 'src/adapters/sqlite/vector-kernel.as';
const target = 'src/adapters/sqlite/vector-kernel.wasm';
const options =
  '--optimizeLevel 3 --shrinkLevel 0 --runtime stub --noAssert --enable simd --enable relaxed-simd --enable threads --importMemory --sharedMemory --maximumMemory 65536 --outFile kernel.wasm';

const compile = (): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    // The compiler wants `.ts`; the file itself is no TypeScript for the other tools.
    copyFileSync(source, join(folder, 'kernel.ts'));
    const compiler = join(process.cwd(), 'node_modules/.bin/asc');
    execFileSync(compiler, ['kernel.ts', ...options.split(' ')], { cwd: folder, stdio: 'inherit' });
    return readFileSync(join(folder, 'kernel.wasm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const compiled = compile();
if (!process.argv.includes('--check')) {
  writeFileSync(target, compiled);
  console.log(`${target}: ${compiled.length} bytes`);
} else if (Buffer.compare(readFileSync(target), compiled) !== 0) {
  console.error(`${target} is not what ${source} compiles to: run \`npm run build:kernel\``);
  process.exitCode = 1;
}

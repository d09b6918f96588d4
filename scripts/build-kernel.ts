import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Compiles the kernels of searches and of the sentence encoder; with `--check` only compares what is stored with what the sources compile to, and exits
 * with 1 if something differs. A compiler that fails prints why. It is called as a command, because its types change those of all arrays in the project.
 */
const kernels = {
  'src/vector-engine/vector-kernel': '--enable relaxed-simd --enable threads --sharedMemory --maximumMemory 65536',
  'src/sentence-encoder/encoder-kernel': '',
};
const options =
  '--optimizeLevel 3 --shrinkLevel 0 --runtime stub --noAssert --enable simd --importMemory --outFile kernel.wasm';

const compile = (source: string, more: string): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    // The compiler wants `.ts`; the file itself is no TypeScript for the other tools.
    copyFileSync(source, join(folder, 'kernel.ts'));
    const compiler = join(process.cwd(), 'node_modules/.bin/asc');
    execFileSync(compiler, ['kernel.ts', ...`${options} ${more}`.trim().split(' ')], { cwd: folder, stdio: 'inherit' });
    return readFileSync(join(folder, 'kernel.wasm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

for (const [name, more] of Object.entries(kernels)) {
  const [source, target] = [`${name}.as`, `${name}.wasm`];
  const compiled = compile(source, more);
  if (!process.argv.includes('--check')) {
    writeFileSync(target, compiled);
    console.log(`${target}: ${compiled.length} bytes`);
  } else if (Buffer.compare(readFileSync(target), compiled) !== 0) {
    console.error(`${target} is not what ${source} compiles to: run \`npm run build:kernel\``);
    process.exitCode = 1;
  }
}

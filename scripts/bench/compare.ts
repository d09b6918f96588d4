import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { comparisonText, type Section } from './report.ts';

type Comparison = {
  /** A commit, in any form that Git knows. */
  readonly ref: string;
  /** Of each of the two checkouts. */
  readonly runs: number;
  /** Options of a run of the bench, which the bench of that commit must know too. */
  readonly options: readonly string[];
};

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The packages of this checkout if the other locks the same, else its own. */
const linkPackages = (folder: string) => {
  const [ours, theirs] = [resolve('package-lock.json'), join(folder, 'package-lock.json')];
  if (readFileSync(ours, 'utf8') === readFileSync(theirs, 'utf8'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
};

/** Runs the bench of a checkout once; throws if it fails. */
const runIn = async (
  checkout: string,
  options: readonly string[],
  signal: AbortSignal,
): Promise<readonly Section[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-bench-'));
  const figures = join(folder, 'figures.json');
  try {
    const child = spawn(process.execPath, ['scripts/bench/bench.ts', ...options, '--json', figures], {
      ...{ cwd: checkout, signal, killSignal: 'SIGINT' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise<number | null>((settle, fail) => child.once('error', fail).once('exit', settle));
    if (code !== 0) throw new Error(`The bench in ${checkout} ended with ${code}`);
    return (JSON.parse(readFileSync(figures, 'utf8')) as { readonly sections: readonly Section[] }).sections;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Runs the benches of a commit and of this checkout (with what is not committed) one after the other, so that other load on the machine affects both,
 * each first as often as second; prints the figures that both have. Throws if the commit is unknown or a run fails.
 */
export const compareWith = async ({ ref, runs, options }: Comparison): Promise<void> => {
  const commit = git('rev-parse', '--verify', '--short', `${ref}^{commit}`);
  const other = join(mkdtempSync(join(tmpdir(), 'precedent-compare-')), commit);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  git('worktree', 'add', '--detach', other, commit);
  try {
    linkPackages(other);
    const before: (readonly Section[])[] = [];
    const now: (readonly Section[])[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const turns = [
        { name: commit, checkout: other, results: before },
        { name: 'this checkout', checkout: resolve('.'), results: now },
      ];
      for (const { name, checkout, results } of run % 2 === 1 ? turns : turns.toReversed()) {
        process.stderr.write(`── ${name}, run ${run} of ${runs}\n`);
        results.push(await runIn(checkout, options, interruption.signal));
      }
    }
    console.log(comparisonText(commit, [before, now]));
  } finally {
    git('worktree', 'remove', '--force', other);
    rmSync(join(other, '..'), { recursive: true, force: true });
  }
};

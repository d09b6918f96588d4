import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, type Environment, type Outcome, runCommand, runTests, together } from './run-tests.ts';

/** The HTTP tests of the contract's paths and of progress, which pass through the proxy to both instances. */
const contract: Command = ['collections', 'search', 'tickets', 'uploads', 'preview-progress'].map(
  (name) => `test/http/${name}.test.ts`,
);

const faults = 'test/docker/faults.test.ts';
const others = (): Command => globSync('test/docker/*.test.ts').filter((file) => file !== faults);

const stackEnvironment = (): Environment => {
  const { stdout } = spawnSync(resolve('scripts/containers'), ['env'], { encoding: 'utf8' });
  return Object.fromEntries([...stdout.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
};

/** Builds the image, starts the compose file, and runs the contract through its proxy, then the tests of the containers, at last those after which it does not run. */
export const runOnContainers = async (): Promise<Outcome> => {
  try {
    await runCommand(['scripts/containers', 'up']);
    const environment = stackEnvironment();
    const through = { TEST_SERVICE: environment['STACK_URL'] ?? '' };
    // One file after the other: they share the stack.
    const run = ['ava', '--tap', '--concurrency=1'];
    return together([
      await runTests([...run, ...contract], through, 'through the proxy › '),
      await runTests([...run, ...others()], environment, 'in containers › '),
      await runTests([...run, faults], environment, 'in containers › '),
    ]);
  } finally {
    await runCommand(['scripts/containers', 'down']);
  }
};

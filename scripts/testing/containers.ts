import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type Command, type Environment, type Outcome, runCommand, runTests, together } from './run-tests.ts';

/** The HTTP tests of the contract's paths and of progress, which pass through the proxy to both instances. */
const contract: Command = ['collections', 'search', 'tickets', 'uploads', 'preview-progress'].map(
  (name) => `test/http/${name}.test.ts`,
);

/** Tests that leave the stack as it is, or have containers of their own. */
const beside: Command = ['stack', 'one-container'].map((name) => `test/docker/${name}.test.ts`);
/** Tests that stop it and start it again, at last those after which it does not run. */
const alone: Command = ['compose-operations', 'faults'].map((name) => `test/docker/${name}.test.ts`);

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
    const inOrder = (files: Command, variables: Environment, prefix: string) =>
      runTests(['ava', '--tap', '--concurrency=1', ...files], variables, prefix);
    const outcomes = await Promise.all([
      inOrder(contract, through, 'through the proxy › '),
      inOrder(beside, environment, 'in containers › '),
    ]);
    for (const file of alone) outcomes.push(await inOrder([file], environment, 'in containers › '));
    return together(outcomes);
  } finally {
    await runCommand(['scripts/containers', 'down']);
  }
};

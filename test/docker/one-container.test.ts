import { randomUUID } from 'node:crypto';
import ava, { type ExecutionContext } from 'ava';
import { block } from '../support/documented-commands.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { inContainers } from './documented.ts';
import { stackUrl, untilContainerHealthy } from './stack.ts';

const test = stackUrl === '' ? ava.skip : ava;

/** Runs the documents' commands for one container, but for its name, that of its image and volume, and its port. */
const containerOf = async (t: ExecutionContext) => {
  const name = `kb-${randomUUID()}`;
  const port = await freePort();
  const backups = temporaryFolder(t);
  let saved = '';
  await inContainers(`docker tag precedent:local ${name}`);
  t.teardown(() => inContainers(`docker rm -f ${name}; docker volume rm ${name}-data; docker rmi ${name}`));
  const untilHealthy = () => untilContainerHealthy(() => Promise.resolve(name));
  const run = (commands: string): Promise<string> =>
    inContainers(
      commands
        .replaceAll(/(?<!~\/)\bprecedent\b/g, name)
        .replaceAll('~/precedent-backups', backups)
        .replaceAll('/NAME', `/${saved}`)
        .replaceAll('127.0.0.1:8000:', `127.0.0.1:${port}:`),
    );
  const docker = (path: string, start: string) => run(block(path, start));
  return {
    url: `http://127.0.0.1:${port}`,
    operate: (start: string) => docker('docs/operations.md', start),
    backUp: async () => {
      const output = await docker('docs/operations.md', 'docker exec precedent npm run backup');
      saved = /Saved in \/data\/backups\/([\d-]+): \d+ events/.exec(output)?.[1] ?? '';
      return saved;
    },
    ask: () => docker('docs/deploy.md', 'docker exec precedent npm run demo'),
    start: async () => {
      await docker('docs/deploy.md', 'docker run --detach');
      await untilHealthy();
    },
    startAtOnce: async () => {
      const lines = block('README.md', 'docker build -t precedent .');
      // The image is there; the line runs in the foreground.
      await run(lines.replace(/^.*\n/, '').replace('docker run ', 'docker run --detach '));
      await untilHealthy();
    },
    // It was started with --rm.
    stop: () =>
      inContainers(`docker stop ${name}; while docker container inspect ${name} >/dev/null 2>&1; do sleep 0.2; done`),
    lose: () => inContainers(`docker rm -f ${name}; docker volume rm ${name}-data`),
  };
};

test('one container is started, asked, operated, upgraded and restored as the documents say', async (t) => {
  const container = await containerOf(t);
  await container.start();
  t.regex(await container.ask(), /Основано на тикете №1010/);
  t.is((await fetch(`${container.url}/api/ready`)).status, 200);

  const operated = await container.operate('docker exec precedent npm run replay');
  t.is([...operated.matchAll(/hashes of ids the same; switched/g)].length, 5, operated);
  t.regex(operated, /The log and all read models agree[^]*is in use already; 0 tickets[^]*with a new API key: 1\n/);
  t.not(await container.backUp(), '');

  const stored = /ticket-index: 63 tickets, as in the log/;
  await container.operate('docker stop precedent\ndocker rm');
  await container.start();
  t.regex(await container.operate('docker exec precedent npm run replay'), stored);

  await container.lose();
  await container.startAtOnce();
  await container.stop();
  t.regex(await container.operate('docker run --rm --interactive'), /The next start builds the read models/);
  await container.startAtOnce();
  t.regex(await container.operate('docker exec precedent npm run replay'), stored);
});

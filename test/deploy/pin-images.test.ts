import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { run } from '../support/documented-commands.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const files = ['Dockerfile', 'docker-compose.yml'] as const;

/** A copy of the files, and a `docker` that gives what a script prints as the digest of each image. */
const open = (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  for (const file of [...files, 'deploy/pin-images']) cpSync(file, join(folder, file));
  mkdirSync(join(folder, 'bin'));
  const pin = (digest: string) => {
    const docker = join(folder, 'bin/docker');
    writeFileSync(docker, `#!/bin/sh\n[ "$1 $2 $3 $4" = 'buildx imagetools inspect --format' ] && ${digest}\n`);
    chmodSync(docker, 0o755);
    return run(`PATH=${folder}/bin:$PATH ${folder}/deploy/pin-images`, {});
  };
  const read = () => files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  return { pin, read };
};

const hashed = (salt: string) => `echo "sha256:$(echo "$6${salt}" | sha256sum | cut -d' ' -f1)"`;
const unpinned = (text: string) => text.replaceAll(/@sha256:[0-9a-f]{64}/g, '');

test('every image that a registry serves gets the digest of its tag, again a newer one, and nothing else changes', async (t) => {
  const { pin, read } = open(t);
  const before = read();
  const [first, second] = [await pin(hashed('')), read()];
  t.is(first.status, 0, first.output);
  const named = [...second.matchAll(/^(?:FROM| {4}image:) (\S+:\S+)/gm)].map(([, image = '']) => image);
  // Two stages begin with the same one.
  t.is(named.length, 7);
  for (const image of named) t.regex(image, /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  t.deepEqual(first.output.trim().split('\n').toSorted(), [...new Set(named)].toSorted());
  t.is(unpinned(second), before);

  const again = await pin(hashed('newer'));
  t.is(again.status, 0, again.output);
  t.not(read(), second);
  t.is(unpinned(read()), before);
});

test('where a registry does not answer, or with something else, no image is pinned', async (t) => {
  const { pin, read } = open(t);
  const before = read();
  for (const answer of ['exit 1', "echo 'sha256:abc'", `case "$6" in redis*) exit 1;; esac; ${hashed('')}`]) {
    t.not((await pin(answer)).status, 0, answer);
    t.is(read(), before, answer);
  }
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import type { Diagnosis } from '../../src/platform/server-diagnoses.ts';
import { freePort } from './free-port.ts';
import { startRedisProxy } from './redis-proxy.ts';
import { startRedis, startSpeaker } from './small-servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What a server in protected mode says to everybody from another host, before it closes the connection. */
const denial = '-DENIED Redis is running in protected mode because no password is set for the default user.\r\n';

/** Redis in states in which it cannot be used, or not be written, with what is said of each; `port` is that of one that works. */
export const redisInTrouble = async (
  t: ExecutionContext,
  { port, secret }: { readonly port: number; readonly secret: string },
): Promise<readonly (readonly [Diagnosis, url: string])[]> => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  writeFileSync(file('sentinel.conf'), '');
  mkdirSync(file('gone'));
  const started = async (...options: readonly string[]) => `redis://127.0.0.1:${await startRedis(t, ...options)}`;
  const denying = await startSpeaker(t, denial);
  const withoutRights = await startRedisProxy(t, port);
  withoutRights.interfere((command) => {
    if (command === 'INFO') return "NOPERM User default has no permissions to run the 'info' command";
    return command === 'SET' ? 'MOVED 8000 127.0.0.1:6381' : undefined;
  });
  const failing = await started('--save', '3600 1', '--dir', file('gone'));
  rmSync(file('gone'), { recursive: true });
  const client = new Redis(failing);
  t.teardown(() => client.disconnect());
  await client.bgsave();
  while (!(await client.info('persistence')).includes('rdb_last_bgsave_status:err')) await setTimeout(50);
  // Its second port is above the first by 10 000 otherwise, where outgoing connections have theirs: one in use ends it.
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
  return [
    ['protected mode', `redis://127.0.0.1:${denying}`],
    ['protected mode', `redis://:${secret}@127.0.0.1:${denying}`],
    ['read-only replica', await started('--replicaof', '127.0.0.1', '1')],
    ['out of memory', await started('--maxmemory', '1kb', '--maxmemory-policy', 'noeviction')],
    ['snapshots fail', failing],
    ['cluster', await started(...cluster, '--cluster-config-file', file('nodes.conf'))],
    ['cluster', withoutRights.url],
    ['sentinel', await started(file('sentinel.conf'), '--sentinel')],
  ];
};

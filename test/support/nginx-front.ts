import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { selfMadeAuthority } from './certificates.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Front = { readonly https: number; readonly http: number; readonly ca: string; readonly folder: string };

/** Starts nginx with deploy/nginx-tls.conf, but for its name, certificate and ports, in front of a port of this machine. */
export const startFront = async (t: ExecutionContext, service: number, uncommented = /^$/): Promise<Front> => {
  const folder = temporaryFolder(t);
  const { valid, caFile } = selfMadeAuthority(t);
  const [https, http] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'certificate.pem'), valid.cert);
  writeFileSync(join(folder, 'key.pem'), valid.key, { mode: 0o600 });
  const site = readFileSync('deploy/nginx-tls.conf', 'utf8')
    .replaceAll(/^ *# (location .*)$/gm, (line, text: string) => (uncommented.test(text) ? text : line))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('server 127.0.0.1:8000;', `server 127.0.0.1:${service};`)
    .replaceAll('/etc/ssl/precedent', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('kb.example.com', 'localhost');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  const main = `daemon off; pid ${folder}/pid; error_log stderr warn;`;
  writeFileSync(
    file,
    `${main}\nevents { worker_connections 4096; }\nhttp {\naccess_log off; ${paths.join(' ')}\n${site}}\n`,
  );
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(nginx, 'exit');
  t.teardown(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  nginx.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const front = { https, http, ca: readFileSync(caFile, 'utf8'), folder };
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(printed);
    const answer = await ask(front, '/').catch((error: unknown) => error as NodeJS.ErrnoException);
    if (!('code' in answer) || answer.code !== 'ECONNREFUSED') return front;
    await setTimeout(20);
  }
};

/** A request whose body, if its method has one, the caller sends. */
export const open = (front: Front, path: string, options: RequestOptions = {}) =>
  request({ host: 'localhost', port: front.https, family: 4, path, ca: front.ca, agent: false, ...options });

export const ask = async (front: Front, path: string, options: RequestOptions = {}) => {
  const sent = open(front, path, options).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
};

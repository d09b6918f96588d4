import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from './temporary-folder.ts';

export type Certificate = { readonly key: string; readonly cert: string };

/** A certificate authority that nobody trusts by itself, and certificates of servers that it has signed. */
export const selfMadeAuthority = (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Some CA');

  const sign = (name: string, subjectAltName: string, validity: readonly string[]): Certificate => {
    const [key, cert] = [`${name}.key`, `${name}.pem`];
    writeFileSync(join(folder, 'extensions'), `subjectAltName=${subjectAltName}\n`);
    openssl('req', ...newKey, '-keyout', key, '-out', 'request', '-subj', `/CN=${name}`);
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions'];
    openssl('x509', '-req', '-in', 'request', ...signing, '-out', cert, ...validity);
    return { key: readFileSync(join(folder, key), 'utf8'), cert: readFileSync(join(folder, cert), 'utf8') };
  };
  const here = 'IP:127.0.0.1,DNS:localhost';
  return {
    caFile: join(folder, 'ca.pem'),
    valid: sign('here', here, ['-days', '2']),
    ofAnotherHost: sign('elsewhere', 'DNS:elsewhere.example', ['-days', '2']),
    expired: sign('expired', here, ['-days', '-1']),
  };
};

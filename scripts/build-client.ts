import { writeFileSync } from 'node:fs';
import { recordsPath, recordTypes, writeClient } from './client/generate.ts';

const folder = 'dist/client';

/** Writes the types of the API's records, and a TypeScript client; `test/generated-clients.test.ts` fails when the types are out of date. */
writeFileSync(recordsPath, await recordTypes());
await writeClient(folder);
console.log(`${recordsPath} is up to date, a client is in ${folder}`);

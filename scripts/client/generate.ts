import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { openApi } from '../../src/http/openapi/document.ts';

/** The committed types of the records, which the upload command and the web interface use. */
export const recordsPath = 'client/records.gen.ts';

/** As a client receives it. */
const document = JSON.parse(JSON.stringify(openApi)) as typeof openApi;

const logs = { level: 'silent', file: false } as const;
/** Node and bundlers resolve such imports as they are. */
const module = { extension: '.ts' } as const;

/** Who reads a record does not change it. */
const readOnly = (types: string): string =>
  types.replaceAll(/\bArray</g, 'ReadonlyArray<').replaceAll(/^( +)(?=[\w'[].*: )/gm, '$1readonly ');

/** The types of all records of the API, without those of single requests. What is undefined is left out of JSON. */
export const recordTypes = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'precedent-records-'));
  try {
    const input = { ...document, paths: {} };
    await createClient({ input, output: { path: folder, module }, plugins: ['@hey-api/typescript'], logs });
    const types = await readFile(join(folder, 'types.gen.ts'), 'utf8');
    return readOnly(types).replaceAll(/\?: ([^{\n]+);$/gm, '?: $1 | undefined;');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Writes a client for every endpoint, by `fetch`, into a folder of its own. */
export const writeClient = async (folder: string): Promise<void> => {
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] as const;
  await createClient({ input: document, output: { path: folder, clean: true, module }, plugins: [...plugins], logs });
};

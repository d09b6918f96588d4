import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LogSummary } from '../../src/adapters/sqlite/log/log-file.ts';

/** The files that a back-up may hold; the log is always one of them. */
const fileNames = ['data-key', 'jwt-secret', 'events.db'] as const;
export type FileName = (typeof fileNames)[number];

export type SavedFile = { readonly name: FileName; readonly bytes: number; readonly sha256: string };

/** What a back-up holds, in `backup.json`, which is written last. */
export type Manifest = {
  readonly format: 1;
  /** The release that wrote it. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly log: LogSummary;
  readonly files: readonly SavedFile[];
};

/** Called with bytes. */
export type OnProgress = (step: string, done: number, total: number) => void;

const manifestName = 'backup.json';

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** Throws with one line if the folder holds no complete back-up, or its list of files cannot be read. */
export const readManifest = (folder: string): Manifest => {
  const path = join(folder, manifestName);
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
    throw new Error(`${folder} is no complete back-up: it has no readable ${manifestName}`);
  }
  const manifest = parsed(text);
  if (!isManifest(manifest)) throw new Error(`${path} is damaged, or of a release that this one does not know`);
  return manifest;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isManifest = (value: unknown): value is Manifest => {
  const { format, version, at, log, files } = (value ?? {}) as Partial<Manifest>;
  return (
    format === 1 &&
    [version, at, log?.logId, log?.lastPosition].every((text) => typeof text === 'string') &&
    Number.isInteger(log?.events) &&
    Array.isArray(files) &&
    files.every(isSavedFile) &&
    files.some(({ name }) => name === 'events.db')
  );
};

const isSavedFile = (value: unknown): value is SavedFile => {
  const { name, bytes, sha256 } = (value ?? {}) as Partial<SavedFile>;
  return fileNames.some((known) => known === name) && Number.isInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256 ?? '');
};

/** Bytes of a file that takes long enough for its progress to be shown. */
const largeFile = 64 * 1024 * 1024;

/** Size and SHA-256 of a file. */
export const describeFile = async (folder: string, name: FileName, onProgress: OnProgress): Promise<SavedFile> => {
  const path = join(folder, name);
  const total = statSync(path).size;
  const sha256 = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      bytes += chunk.length;
      if (total > largeFile) onProgress(`check ${name}`, bytes, total);
    }
  });
  return { name, bytes, sha256: sha256.digest('hex') };
};

/** Throws, naming the file, if one of the files in a folder is missing or differs from the manifest. */
export const requireFiles = async (folder: string, { files }: Manifest, onProgress: OnProgress): Promise<void> => {
  for (const expected of files) {
    const path = join(folder, expected.name);
    const found = await describeFile(folder, expected.name, onProgress).catch((error: unknown) => {
      throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    });
    if (found.bytes !== expected.bytes) {
      throw new Error(`${path} is damaged: it has ${found.bytes} bytes instead of ${expected.bytes}`);
    }
    if (found.sha256 !== expected.sha256)
      throw new Error(`${path} is damaged: its SHA-256 is not that in ${manifestName}`);
  }
};

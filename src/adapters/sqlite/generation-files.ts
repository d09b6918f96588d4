import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mapDiskFailure } from '../../domain/disk-failure.ts';
import type { Generations } from '../../domain/generations.ts';
import type { ProjectionName } from '../../ports/read-your-writes.ts';
import { mapErrors } from './database.ts';

/** `version` is raised whenever what the tables hold changes its shape or meaning: each version has its own generations, built from the log. */
export type ModelVersion = { readonly name: ProjectionName; readonly version: number };

const endings = ['', '-wal', '-shm'] as const;

const removeDatabase = (path: string): void => {
  for (const ending of endings) rmSync(path + ending, { force: true });
};

/**
 * The generations of a read model in a folder: each is a file `views-<model>-<version>-<number>.db`, and `views-<model>-<version>.json` says which of them are
 * in use. Without that pointer none is, and new ones get higher numbers than those of all files.
 */
export const generationFiles = (folder: string, { name, version }: ModelVersion) => {
  const nameOf = (number: number | '') => `${name}-${version}-${number}`;
  const pathOf = (generation: string) => join(folder, `views-${generation}.db`);
  const pointerOf = (versionName: string) => join(folder, `views-${versionName}.json`);
  const pointer = pointerOf(`${name}-${version}`);
  const fileName = new RegExp(`^views-(${name}-\\d+-\\d+)\\.db`);
  const existing = (): readonly string[] => [
    ...new Set(readdirSync(folder).flatMap((file) => fileName.exec(file)?.[1] ?? [])),
  ];
  const ofThisVersion = () => existing().filter((one) => one.startsWith(nameOf('')));
  const newest = () => Math.max(0, ...ofThisVersion().map((one) => Number(one.slice(nameOf('').length))));
  const load = (): Generations => {
    const { newest: number = newest(), current, building, retained } = readPointer(pointer);
    return { newest: number, current, building, retained };
  };
  return {
    nameOf,
    pathOf,
    /** The names of all generations of which there are files, those of other versions included. */
    existing,
    ofThisVersion,
    load,
    /** Durable when it returns. Throws DiskFull and Unavailable. */
    save: (generations: Generations): void => mapErrors(mapDiskFailure, () => writePointer(pointer, generations)),
    remove: (generation: string): void => {
      const ofVersion = pointerOf(generation.slice(0, generation.lastIndexOf('-')));
      if (ofVersion !== pointer) rmSync(ofVersion, { force: true });
      removeDatabase(pathOf(generation));
    },
    /** The paths of the files that readers use and that are projected into. */
    pathsInUse: (): readonly string[] => {
      const { current, retained } = load();
      return [current, retained].flatMap((number) => (number === undefined ? [] : [pathOf(nameOf(number))]));
    },
  };
};

/** Atomic and durable: writes a temporary file, syncs and renames it. */
const writePointer = (path: string, generations: Generations): void => {
  const file = openSync(`${path}.new`, 'w');
  try {
    writeSync(file, JSON.stringify(generations));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
};

/** Empty if there is none, or what there is was not written whole. */
const readPointer = (path: string): Partial<Generations> => {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Generations | null) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

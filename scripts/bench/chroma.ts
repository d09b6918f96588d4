import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { installFromPyPi } from '../pypi.ts';
import { postJson } from './post-json.ts';

export const chromaVersion = '1.5.9';

/** A vector under an id, in one of several parts of a collection. */
export type Part = { readonly id: string; readonly part: number; readonly vector: Float32Array };

export type ChromaCollection = {
  readonly add: (vectors: readonly Part[]) => Promise<void>;
  /** Returns the ids of the five nearest by cosine, in one part or in all. */
  readonly nearest: (vector: Float32Array, part?: number) => Promise<readonly string[]>;
};

/** A Chroma server with a folder of its own. */
export type Chroma = {
  readonly pid: number;
  readonly newCollection: (name: string) => Promise<ChromaCollection>;
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>;
};

const startSeconds = 60;

const post = (url: string, body: object): Promise<unknown> => postJson(url, JSON.stringify(body));

const collectionAt = (url: string): ChromaCollection => ({
  add: async (vectors) => {
    await post(`${url}/add`, {
      ids: vectors.map(({ id }) => id),
      embeddings: vectors.map(({ vector }) => [...vector]),
      metadatas: vectors.map(({ part }) => ({ part })),
    });
  },
  nearest: async (vector, part) => {
    const where = part === undefined ? {} : { where: { part } };
    const query = { query_embeddings: [[...vector]], n_results: 5, include: [], ...where };
    const { ids } = (await post(`${url}/query`, query)) as { readonly ids: readonly (readonly string[])[] };
    return ids[0] ?? [];
  },
});

/** Installs Chroma from PyPI on first use and starts it; rejects if it does not answer within a minute. */
export const startChroma = async (): Promise<Chroma> => {
  const command = join(installFromPyPi('chromadb', chromaVersion), 'chroma');
  const folder = mkdtempSync(join(tmpdir(), 'precedent-chroma-'));
  const port = await freePort();
  const child = spawn(command, ['run', '--path', folder, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'False' },
  });
  const ended = new Promise((settle) => child.once('error', settle).once('exit', settle));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const root = `http://127.0.0.1:${port}/api/v2`;
  const answers = () =>
    fetch(`${root}/heartbeat`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let waited = 0; !(await answers()); waited += 0.2) {
    if (waited > startSeconds || child.exitCode !== null) {
      await stop();
      throw new Error('Chroma did not start');
    }
    await setTimeout(200);
  }
  const collections = `${root}/tenants/default_tenant/databases/default_database/collections`;
  return {
    pid: child.pid ?? 0,
    newCollection: async (name) => {
      const configuration = { hnsw: { space: 'cosine' } };
      const { id } = (await post(collections, { name, configuration })) as { readonly id: string };
      return collectionAt(`${collections}/${id}`);
    },
    stop,
  };
};

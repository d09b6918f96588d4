import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { localModel } from '../adapters/local-model/name.ts';
import { sealedApiKeys } from '../adapters/security/api-keys.ts';
import { argon2Passwords, passwordQueue } from '../adapters/security/passwords.ts';
import { jwtTokens, signingKey } from '../adapters/security/tokens.ts';
import { newFileStates } from '../adapters/sqlite/file-health.ts';
import { createCollection } from '../commands/create-collection.ts';
import { deleteCollection } from '../commands/delete-collection.ts';
import { registerUser } from '../commands/register-user.ts';
import { rotateApiKey } from '../commands/rotate-api-key.ts';
import type { Config } from '../config.ts';
import { accountHandlers } from '../http/accounts.ts';
import { type AppDependencies, createApp } from '../http/app.ts';
import { authentication } from '../http/authentication.ts';
import { jsonBody } from '../http/bodies.ts';
import { collectionHandlers, requireCollection } from '../http/collections.ts';
import { type Metrics, prometheusMetrics } from '../http/metrics.ts';
import { previewHandler } from '../http/preview.ts';
import { type Route, routes } from '../http/routes.ts';
import { searchHandler } from '../http/search.ts';
import { serviceHandlers } from '../http/service.ts';
import { ticketHandlers } from '../http/tickets.ts';
import { uiFiles } from '../http/ui.ts';
import { progressHandler } from '../http/upload-progress.ts';
import { requireUpload, uploadHandlers } from '../http/uploads.ts';
import type { Operation } from '../operations/operation.ts';
import { projectionFigures, readinessOf, withDisk, withFileFaults } from '../operations/readiness.ts';
import { runWithProgress } from '../operations/run-with-progress.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { Readiness } from '../ports/readiness.ts';
import { findCollection } from '../queries/find-collection.ts';
import { logIn } from '../queries/log-in.ts';
import { controlSocket } from '../threads/control-socket.ts';
import { remote } from '../threads/rpc.ts';
import { type SpoolFolder, spoolFolder } from '../uploads/spool-folder.ts';
import { startThreads, type ThreadWatch } from '../threads/start-threads.ts';
import { type Limits, openLimits } from './limits.ts';
import { openReadModels, storeFiles } from './read-stores.ts';
import { type Secrets, secretsOf } from './secrets.ts';
import { type SearchMethods, threadMethods, type WriterMethods } from './thread-methods.ts';

/** What each thread is started with. */
export type ThreadData = {
  readonly config: Config;
  /** Seals API keys; from the configuration or DATA_DIR. */
  readonly dataKey: string;
  /** Memory in which the threads share what they know of the embedded files. */
  readonly fileStates: SharedArrayBuffer;
};

type Watch = ThreadWatch & {
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

type Options = { readonly log: AppDependencies['log']; readonly watch: Watch };

/** Starts the threads and composes the HTTP app on DATA_DIR, which must be locked already. */
export const compose = async (config: Config, { log, watch }: Options) => {
  const spool = spoolFolder(join(config.dataDir, 'tmp'));
  for (const name of readdirSync(spool.path)) rmSync(join(spool.path, name), { recursive: true });
  const fileStates = newFileStates();
  const secrets = await secretsOf(config, watch.warn);
  const credentials = openCredentials(config, secrets);
  const threads = await openThreads({ config, dataKey: secrets.dataKey, fileStates }, watch);
  const stores = await openReadModels(config, fileStates);
  const limits = await openLimits(config, watch.warn);
  const control = await controlSocket(join(config.dataDir, 'control.sock'), (operation, send) =>
    runWithProgress(threads.writer, operation as Operation, send),
  );
  const stopping = new AbortController();
  const metrics = prometheusMetrics(projectionFigures(threads.writer));
  const stored = withFileFaults(
    readinessOf(threads.writer, config.gateway?.embeddingModel ?? localModel),
    storeFiles({ ...config, fileStates }).watched,
  );
  const readiness = withDisk(stored, spool.failure);
  const parts = { threads, stores, credentials, limits, metrics, readiness, spool, stopping: stopping.signal };
  const app = createApp({
    ...surfaceOf(config, endpoints(parts)),
    authenticate: authentication({ accounts: stores.accounts, ...credentials }),
    limiter: limits.limiter,
    trustProxy: config.trustProxy,
    log: {
      ...log,
      request: (line) => {
        metrics.request(line);
        log.request(line);
      },
    },
  });

  /** Ends uploads at their next batch, then the projections, then the threads. */
  const stop = async () => {
    stopping.abort();
    if (config.role !== 'projector') await threads.ingest.stop();
    control.close();
    await threads.writer.stop();
    await threads.stop();
    await stores.close();
    limits.close();
  };
  return { app, metrics, readiness, stop };
};

/** The threads of the process: a projector has no uploads and no searches. */
const openThreads = async (data: ThreadData, watch: ThreadWatch) => {
  const writer = remote<WriterMethods>(threadMethods.writer);
  const ingest = remote<Ingest>(threadMethods.ingest);
  const search = remote<SearchMethods>(threadMethods.search);
  const { stop } = await startThreads({
    threads: {
      writer: { remote: writer, callers: ['ingest'] },
      ...(data.config.role === 'projector' ? {} : { ingest: { remote: ingest }, search: { remote: search } }),
    },
    data,
    folder: import.meta.url,
    watch,
  });
  return { writer: writer.calls, ingest: ingest.calls, search: search.calls, stop };
};

const openCredentials = ({ jwt }: Config, { dataKey, jwtSecret }: Secrets) => {
  const jwtKey = signingKey(jwtSecret);
  return {
    passwords: argon2Passwords(),
    hashing: passwordQueue(),
    apiKeys: sealedApiKeys(dataKey),
    tokens: jwtTokens({ key: jwtKey, ...jwt }),
    jwtKey,
    jwtAlgorithm: jwt.algorithm,
  };
};

type Parts = {
  readonly threads: Awaited<ReturnType<typeof openThreads>>;
  readonly stores: Awaited<ReturnType<typeof openReadModels>>;
  readonly credentials: ReturnType<typeof openCredentials>;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
  readonly spool: SpoolFolder;
  readonly stopping: AbortSignal;
};

/** The handlers of every endpoint with what they use. */
const endpoints = ({ threads, stores, credentials, limits, metrics, readiness, spool: folder, stopping }: Parts) => {
  const { writer, ingest, search } = threads;
  const { accounts, collections, uploads } = stores;
  const clock = { now: () => new Date(), newId: randomUUID };
  const dependencies = { ...clock, ...credentials, accounts, collections, streams: writer, projected: writer };
  const spool = { spoolFolder: folder, newId: randomUUID };
  const find = findCollection(collections);
  const collection = collectionHandlers({
    collections,
    createCollection: createCollection(dependencies),
    deleteCollection: deleteCollection(dependencies),
  });
  const upload = uploadHandlers({ uploads });
  return routes(
    {
      ...serviceHandlers({ readiness }),
      ...accountHandlers({
        registerUser: registerUser(dependencies),
        logIn: logIn({ ...dependencies, failedLogins: limits.failedLogins }),
        rotateApiKey: rotateApiKey(dependencies),
        apiKeys: credentials.apiKeys,
      }),
      createCollection: collection.create,
      listCollections: collection.list,
      showCollection: collection.show,
      deleteCollection: collection.remove,
      ...ticketHandlers({ ingest, ...spool, answered: metrics.upload }),
      previewTickets: previewHandler({ previewing: ingest, ...spool }),
      listUploads: upload.list,
      showUpload: upload.show,
      ticketsOfUpload: upload.tickets,
      skippedOfUpload: upload.skipped,
      uploadProgress: progressHandler({ uploads, stopping }),
      search: searchHandler({
        findCollection: find,
        searchTickets: search.search,
      }),
    },
    {
      jsonBody,
      ...requireCollection(find),
      upload: requireUpload({ uploads }),
    },
  );
};

/** What the process serves: a projector its health only, every other one all endpoints and the web interface. */
const surfaceOf = ({ role }: Config, all: readonly Route[]): Pick<AppDependencies, 'routes' | 'ui'> =>
  role === 'projector'
    ? {
        routes: all.filter(([, path]) => ['/api/health', '/api/ready'].includes(path)),
      }
    : { routes: all, ui: uiFiles(join(import.meta.dirname, '../../dist/ui')) };

import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryRateLimiter, noRateLimiter } from '../adapters/memory/rate-limiter.ts';
import { sealedApiKeys } from '../adapters/security/api-keys.ts';
import { keptSecret } from '../adapters/security/kept-secret.ts';
import { redisRateLimiter } from '../adapters/redis/rate-limiter.ts';
import { argon2Passwords } from '../adapters/security/passwords.ts';
import { jwtTokens, signingKey } from '../adapters/security/tokens.ts';
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
import { prometheusMetrics } from '../http/metrics.ts';
import { previewHandler } from '../http/preview.ts';
import { routes } from '../http/routes.ts';
import { searchHandler } from '../http/search.ts';
import { serviceHandlers } from '../http/service.ts';
import { ticketHandlers } from '../http/tickets.ts';
import { uiFiles } from '../http/ui.ts';
import { progressHandler } from '../http/upload-progress.ts';
import { requireUpload, uploadHandlers } from '../http/uploads.ts';
import { findCollection } from '../queries/find-collection.ts';
import { logIn } from '../queries/log-in.ts';
import type { Operation } from '../operations/operation.ts';
import { runWithProgress } from '../operations/run-with-progress.ts';
import { controlSocket } from '../threads/control-socket.ts';
import { ingestMethods } from './ingest-methods.ts';
import type { Ingest } from '../ports/ingest.ts';
import { openRows } from './open-readers.ts';
import { figuresOf, readinessOf } from './readiness.ts';
import { remote } from '../threads/rpc.ts';
import { type SearchMethods, searchMethods } from './search-methods.ts';
import { startThreads, type ThreadWatch } from '../threads/start-threads.ts';
import { type WriterMethods, writerMethods } from './writer-methods.ts';

/** What each thread is started with. */
export type ThreadData = { readonly config: Config };

type Warn = { readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void };

/** One limit for all instances where Redis is set, else one in this process. */
const limiterOf = ({ servers, rateLimitPerMinute: limit }: Config, warn: Warn['warn']) => {
  if (limit === 0) return { ...noRateLimiter, close: () => undefined };
  if (servers.redis === undefined) return { ...memoryRateLimiter(limit), close: () => undefined };
  return redisRateLimiter(servers.redis, limit, {
    lost: (reason) => warn('Redis is away; each instance counts requests by itself', { reason }),
    back: () => warn('Redis is back; instances share one limit again', {}),
  });
};

/** Everything put together on one folder, which is locked already: what listens, and how it ends. */
export const compose = async (
  config: Config,
  { log, watch }: { readonly log: AppDependencies['log']; readonly watch: ThreadWatch & Warn },
) => {
  const { dataDir } = config;
  const spoolFolder = join(dataDir, 'tmp');
  for (const name of readdirSync(spoolFolder)) rmSync(join(spoolFolder, name), { recursive: true });
  const jwtKey = signingKey(config.jwt.secret ?? keptSecret(dataDir, 'jwt-secret'));

  const writer = remote<WriterMethods>(writerMethods);
  const ingest = remote<Ingest>(ingestMethods);
  const search = remote<SearchMethods>(searchMethods);
  const projects = config.role === 'projector';
  const threads = await startThreads({
    ...{ data: { config } satisfies ThreadData, remotes: { writer, ingest, search }, watch, folder: import.meta.url },
    ...(projects ? { needed: ['writer'] } : {}),
  });
  const { accounts, collections, uploads, close } = openRows(config);
  const stopping = new AbortController();
  const control = await controlSocket(join(dataDir, 'control.sock'), (operation, send) =>
    runWithProgress(writer.calls, operation as Operation, send),
  );

  const context = { now: () => new Date(), newId: randomUUID };
  const streams = writer.calls;
  const projected = writer.calls;
  const passwords = argon2Passwords();
  const apiKeys = sealedApiKeys(config.dataKey ?? keptSecret(dataDir, 'data-key'));
  const tokens = jwtTokens({ key: jwtKey, ...config.jwt });
  const limiter = limiterOf(config, watch.warn);

  const metrics = prometheusMetrics(figuresOf(writer.calls));
  const find = findCollection(collections);
  const dependencies = { ...context, streams, projected, accounts, collections, passwords, apiKeys, tokens };
  const own = requireCollection(find);
  const account = accountHandlers({
    registerUser: registerUser(dependencies),
    logIn: logIn(dependencies),
    rotateApiKey: rotateApiKey(dependencies),
    apiKeys,
  });
  const collection = collectionHandlers({
    collections,
    createCollection: createCollection(dependencies),
    deleteCollection: deleteCollection(dependencies),
  });
  const tickets = ticketHandlers({
    ingest: ingest.calls,
    spoolFolder,
    newId: randomUUID,
    answered: metrics.upload,
  });

  const upload = uploadHandlers({ uploads });

  const readiness = readinessOf(config, writer.calls);
  const table = routes(
    {
      ...serviceHandlers({ readiness }),
      register: account.register,
      logIn: account.logIn,
      me: account.me,
      rotateApiKey: account.rotateApiKey,
      createCollection: collection.create,
      listCollections: collection.list,
      showCollection: collection.show,
      deleteCollection: collection.remove,
      uploadJson: tickets.uploadJson,
      uploadFile: tickets.uploadFile,
      previewTickets: previewHandler({ previewing: ingest.calls, spoolFolder, newId: randomUUID }),
      listUploads: upload.list,
      showUpload: upload.show,
      ticketsOfUpload: upload.tickets,
      skippedOfUpload: upload.skipped,
      uploadProgress: progressHandler({ uploads, stopping: stopping.signal }),
      search: searchHandler({ findCollection: find, searchTickets: search.calls.search }),
    },
    { jsonBody, ...own, upload: requireUpload({ uploads }) },
  );
  const app = createApp({
    // A process that only projects says how it is and nothing else.
    routes: projects ? table.filter(([, path]) => ['/api/health', '/api/ready'].includes(path)) : table,
    authenticate: authentication({ accounts, apiKeys, jwtKey, jwtAlgorithm: config.jwt.algorithm }),
    limiter,
    trustProxy: config.trustProxy,
    ...(projects ? {} : { ui: uiFiles(join(import.meta.dirname, '../../dist/ui')) }),
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
    if (!projects) await ingest.calls.stop();
    control.close();
    await writer.calls.stop();
    await threads.stop();
    await close();
    limiter.close();
  };
  return { app, metrics, readiness, stop };
};

import { randomUUID } from 'node:crypto';
import { type AdmitChanges, admitChanges } from '../commands/admit-changes.ts';
import { advanceSync, configureCollection } from '../commands/configure-collection.ts';
import { createCollection } from '../commands/create-collection.ts';
import { deleteCollection } from '../commands/delete-collection.ts';
import { manageKeys } from '../commands/manage-keys.ts';
import type { KeyUseRecorder } from '../commands/record-key-uses.ts';
import { registerUser } from '../commands/register-user.ts';
import { endSessions } from '../commands/replace-password.ts';
import { rotateApiKey } from '../commands/rotate-api-key.ts';
import type { TenantQuota, TenantQuotas } from '../domain/quotas.ts';
import { accountHandlers } from '../http/accounts.ts';
import type { IsOperator } from '../http/authentication.ts';
import { jsonBodies } from '../http/bodies.ts';
import type { Route } from '../http/app.ts';
import { collectionHandlers, requireCollection } from '../http/collections.ts';
import { requireRevision } from '../http/collection-tickets.ts';
import { refusePages } from '../http/mcp/handlers.ts';
import type { Metrics } from '../http/metrics.ts';
import { keyHandlers, requireKey } from '../http/keys.ts';
import { requireAnswer } from '../http/questions.ts';
import { routes } from '../http/routes.ts';
import { type ReadinessReport, serviceHandlers } from '../http/service.ts';
import { sessionHandlers } from '../http/sessions.ts';
import { syncCursorHandlers } from '../http/sync-cursors.ts';
import { readOnDuplicate } from '../http/tickets.ts';
import { requireUpload } from '../http/uploads.ts';
import { checkPassword } from '../queries/check-password.ts';
import { findCollection } from '../queries/find-collection.ts';
import { findAnswer } from '../queries/find-answer.ts';
import { findKey, findKeys } from '../queries/find-keys.ts';
import { findUsage, tenantQuotas } from '../queries/find-usage.ts';
import { logIn } from '../queries/log-in.ts';
import type { PreviewFiles } from '../uploads/preview-files.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import type { openCredentials } from './credentials.ts';
import { erasureEndpoints } from './erasure-endpoints.ts';
import type { Limits, roomOf } from './limits.ts';
import { mcpEndpoints } from './mcp-endpoints.ts';
import { openTurns, type Turns } from './turns.ts';
import { type QuestionParts, questionEndpoints } from './question-endpoints.ts';
import type { ReadModels } from './read-stores.ts';
import { ticketEndpoints } from './ticket-endpoints.ts';

/** What the endpoints use. */
export type Parts = Omit<QuestionParts, keyof Turns | 'admit'> & {
  readonly stores: Omit<ReadModels, 'close'>;
  readonly credentials: ReturnType<typeof openCredentials>;
  readonly limits: Pick<Limits, 'failedLogins' | 'registrations' | 'changes' | 'rotations'>;
  readonly metrics: Pick<Metrics, 'upload' | 'search'>;
  readonly keyUses: KeyUseRecorder;
  readonly readiness: () => Promise<ReadinessReport>;
  readonly isOperator: IsOperator;
  readonly spool: SpoolFolder;
  readonly previewFiles: PreviewFiles;
  /** Called with an unexpected error after the request was answered. */
  readonly failed: (requestId: string, error: unknown) => void;
  /** Whether the log is on a server, which removes erased events later. */
  readonly hasLogServer: boolean;
  readonly room: ReturnType<typeof roomOf>;
  /** What the operator has set for every tenant. */
  readonly tenantMax: TenantQuota;
};

type Admitting = Parts &
  Turns & {
    readonly quotas: TenantQuotas;
    readonly admit: AdmitChanges;
  };

/** Returns every endpoint with its handler. */
export const endpoints = (given: Parts): readonly Route[] => {
  const { stores, tenantMax, limits, room } = given;
  const quotas = tenantQuotas(stores, tenantMax);
  const admit = admitChanges({ ...room, quotas, changesPerDay: limits.changes });
  const parts = { ...given, quotas, admit, ...openTurns() };
  return routes(
    {
      ...serviceHandlers(parts),
      ...ofAccounts(parts),
      ...ofKeys(parts),
      ...ofCollections(parts),
      ...ticketEndpoints(parts),
      ...erasureEndpoints(parts),
      ...questionEndpoints(parts),
      ...mcpEndpoints(parts),
    },
    {
      ...jsonBodies,
      ...requireCollection(findCollection(stores.collections)),
      upload: requireUpload(stores),
      ownKey: requireKey(findKey(findingKeys(parts))),
      answer: requireAnswer(findAnswer({ questions: stores.questions, settled: parts.recorder.settled })),
      revision: requireRevision,
      onDuplicate: readOnDuplicate,
      noPage: refusePages,
    },
  );
};

const clock = { now: () => new Date(), newId: randomUUID };

const ofAccounts = (parts: Admitting) => {
  const { threads, stores, credentials, limits, quotas, keepQuestionsDays } = parts;
  const { accounts } = stores;
  const { rotations, registrations, failedLogins } = limits;
  const log = { streams: threads.writer, projected: threads.writer };
  const dependencies = { ...clock, ...credentials, ...log, accounts, rotations };
  const check = checkPassword({ ...credentials, failedLogins });
  const ofSessions = { checkPassword: check, endSessions: endSessions(dependencies) };
  const handlers = accountHandlers({
    registerUser: registerUser({ ...dependencies, registrations }),
    logIn: logIn({ ...dependencies, checkPassword: check }),
    rotateApiKey: rotateApiKey(dependencies),
    apiKeys: credentials.apiKeys,
    findUsage: findUsage({ quotas, keepQuestionsDays }),
  });
  return { ...handlers, ...sessionHandlers(ofSessions) };
};

const findingKeys = ({ threads: { writer }, stores: { accounts }, keyUses }: Parts) => ({
  ...{ accounts, uses: { of: writer.keyUsesOf } },
  ...{ flush: keyUses.flush, now: clock.now },
});

const ofKeys = (parts: Admitting) => {
  const { threads, stores, credentials, admit, inTurns, sendList } = parts;
  const { accounts, collections } = stores;
  const log = { streams: threads.writer, projected: threads.writer };
  return keyHandlers({
    ...{ collections, inTurns, sendList, now: clock.now },
    manageKeys: manageKeys({ ...clock, ...log, accounts, collections, apiKeys: credentials.apiKeys, admit }),
    findKeys: findKeys(findingKeys(parts)),
  });
};

const ofCollections = ({
  threads: { writer },
  stores: { collections },
  quotas,
  admit,
  inTurns,
  sendList,
}: Admitting) => {
  const dependencies = { ...clock, collections, quotas, admit, streams: writer, projected: writer };
  const handlers = collectionHandlers({
    collections,
    createCollection: createCollection(dependencies),
    configureCollection: configureCollection(dependencies),
    deleteCollection: deleteCollection(dependencies),
    ...{ inTurns, sendList },
  });
  return { ...handlers, ...syncCursorHandlers({ collections, advanceSync: advanceSync(dependencies) }) };
};

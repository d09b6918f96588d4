import { randomBytes, randomUUID } from 'node:crypto';
import type { AdmitChanges } from '../commands/admit-changes.ts';
import { deleteAccount } from '../commands/delete-account.ts';
import { requestErasure } from '../commands/request-erasure.ts';
import { accountErasureHandlers } from '../http/account-erasures.ts';
import { allErasureHandlers } from '../http/all-erasures.ts';
import { erasureHandlers } from '../http/erasures.ts';
import type { InTurns } from '../http/list-turns.ts';
import { checkPassword } from '../queries/check-password.ts';
import { findAccountErasure } from '../queries/find-account-erasure.ts';
import { findErasure } from '../queries/find-erasure.ts';
import type { PreviewFiles } from '../uploads/preview-files.ts';
import type { openCredentials } from './credentials.ts';
import type { Limits } from './limits.ts';
import type { ReadModels } from './read-stores.ts';
import type { Threads } from './threads.ts';

const clock = { now: () => new Date(), newId: randomUUID };
/** 256 bits. */
const newToken = () => randomBytes(32).toString('base64url');

type ErasureParts = {
  readonly threads: Pick<Threads, 'writer' | 'ingest' | 'search'>;
  readonly stores: Omit<ReadModels, 'close'>;
  readonly credentials: ReturnType<typeof openCredentials>;
  readonly limits: Pick<Limits, 'failedLogins'>;
  readonly previewFiles: Pick<PreviewFiles, 'discardOf'>;
  readonly hasLogServer: boolean;
  readonly admit: AdmitChanges;
  readonly inTurns: InTurns;
};

/** The erasures of tickets and of accounts. */
export const erasureEndpoints = (parts: ErasureParts) => ({ ...ofTickets(parts), ...ofAccounts(parts) });

const ofTickets = ({ threads: { writer, ingest, search }, stores, credentials, ...parts }: ErasureParts) => {
  const { previewFiles, hasLogServer, admit, inTurns } = parts;
  const { erasures } = stores;
  const dependencies = { ...clock, ...stores, admit, streams: writer, projected: writer };
  const common = {
    findErasure: findErasure({ streams: writer, erasures, trouble: writer.erasureTrouble, hasLogServer }),
    erasures,
    signatures: credentials.receipts,
    hasLogServer,
  };
  const ofCollection = erasureHandlers({
    ...common,
    inTurns,
    requestErasure: requestErasure(dependencies),
    ticketsOfClient: search.ticketsOfClient,
    clean: ingest.clean,
    discardPreviews: previewFiles.discardOf,
  });
  return { ...ofCollection, ...allErasureHandlers(common) };
};

const ofAccounts = ({ threads: { writer }, stores: { collections }, credentials, limits, ...parts }: ErasureParts) => {
  const { previewFiles, hasLogServer } = parts;
  const log = { ...clock, streams: writer, projected: writer };
  return accountErasureHandlers({
    checkPassword: checkPassword({ ...credentials, failedLogins: limits.failedLogins }),
    deleteAccount: deleteAccount({ ...log, collections, newToken }),
    findAccountErasure: findAccountErasure({ ...log, trouble: writer.erasureTrouble, hasLogServer }),
    discardPreviews: previewFiles.discardOf,
    signatures: credentials.receipts,
  });
};

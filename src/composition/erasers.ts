import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sealedPieces } from '../adapters/security/sealed-pieces.ts';
import { accountEraser } from '../operations/erase-accounts.ts';
import { ticketEraser } from '../operations/erase-tickets.ts';
import { quotesFile } from '../ticket-files/columns.ts';
import { expireUpload } from '../uploads/expire-uploads.ts';
import type { ProjectionsContext } from '../operations/start-projections.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { openStores } from './stores.ts';

type Core = {
  readonly stores: Awaited<ReturnType<typeof openStores>>;
  readonly context: Pick<ProjectionsContext, 'leadership' | 'signal'>;
  readonly projections: Pick<ReadYourWrites, 'waitForPosition'>;
};

type Options = {
  readonly dataDir: string;
  /** A script has none, and no memory of texts that a restart finds. */
  readonly dataKey: string | undefined;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const clock = { now: () => new Date(), newId: randomUUID };

/** What erases tickets and accounts in the background; `trouble`: why an erasure of either is not finished, as far as this process knows. */
export const openErasers = (
  { stores, context: { leadership, signal }, projections: projected }: Core,
  { dataDir, dataKey = randomBytes(32).toString('hex'), warn }: Options,
) => {
  const { log: store, erased, uploads, questions, eraseTraces, searchLog, readers } = stores;
  const { models, accounts, accountErasures, keyUses } = stores;
  const common = { ...clock, ...readers, erased, uploads, questions, eraseTraces, searchLog, store };
  const running = { leadership, signal, warn };
  const piecesIn = (folder: string) => ({ keptPieces: sealedPieces(join(dataDir, folder), dataKey) });
  const reasons = { quotesFile, expireUpload: expireUpload({ ...clock, streams: store }) };
  const ofTickets = ticketEraser({ ...common, ...reasons, ...running, ...piecesIn('erasing') });
  const accountStores = { projected, models, accounts, accountErasures, keyUses };
  const ofAccounts = accountEraser({ ...common, ...running, ...accountStores, ...piecesIn('erasing-accounts') });
  return {
    services: [ofTickets.service, ofAccounts.service],
    trouble: async (erasureId: string) => (await ofTickets.trouble(erasureId)) ?? ofAccounts.trouble(erasureId),
  };
};

import type { CommandContext } from '../commands/command-handler.ts';
import { finishRotation, type Rotation, startRotation } from '../commands/data-key.ts';
import { replaceApiKeys } from '../commands/replace-api-keys.ts';
import type { AccountChange, Accounts } from '../ports/accounts.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadModel } from '../ports/read-model.ts';
import { checksumOf, idsOf } from '../../projections/checksum.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import type { OperationReport, Progress } from './operation.ts';

export type KeyRotation = CommandContext & {
  readonly streams: Streams;
  readonly accounts: Accounts;
  readonly model: Pick<ReadModel<AccountChange>, 'current'>;
  readonly running: Pick<RunningProjection, 'waitForPosition'>;
  readonly apiKeys: ApiKeys;
  /** Lines for the report about the data key, such as that it is new. */
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
};

type Options = {
  /** Identifies the request: a repeat of a finished one changes nothing. */
  readonly run: string;
  /** The data key that the person who asks has configured; undefined if unknown. */
  readonly dataKeyId?: string | undefined;
  readonly progress: Progress;
};

/** How many accounts are changed between two turns of the event loop. */
const accountsAtOnce = 100;

/**
 * Gives every account a new API key, sealed with the present data key; old keys are refused from then on. An interrupted rotation continues with the
 * accounts that lack a new key.
 */
export const rotateKeys = async (
  rotation: KeyRotation,
  { run, dataKeyId, progress }: Options,
): Promise<OperationReport> => {
  const { streams, apiKeys, notes } = rotation;
  if (dataKeyId !== undefined && dataKeyId !== apiKeys.dataKeyId) return { succeeded: false, lines: [anotherKey] };
  const started = await startRotation(streams, rotation, { run, dataKeyId: apiKeys.dataKeyId });
  if (!started) return { succeeded: true, lines: ['This rotation has finished already'] };
  const { total, replaced } = await replaceAll(rotation, started, progress);
  await finishRotation(streams, rotation, started.run);
  const earlier = total - replaced;
  return {
    succeeded: true,
    lines: [
      ...notes,
      `Accounts with a new API key: ${replaced}${earlier > 0 ? `; ${earlier} of ${total} had one since this rotation began` : ''}`,
      'Old API keys are refused; users find their new one after login, in the settings or with GET /api/me',
    ],
  };
};

const anotherKey =
  'The running service has another DATA_KEY than this command; stop every process that has the old one, and run this again';

const replaceAll = async (rotation: KeyRotation, started: Rotation, progress: Progress) => {
  const { model, running, signal } = rotation;
  const generation = await model.current();
  const total = (await checksumOf(generation)).count;
  let done = 0;
  let replaced = 0;
  for await (const ids of idsOf(generation)) {
    for (let first = 0; first < ids.length; first += accountsAtOnce) {
      signal.throwIfAborted();
      const some = ids.slice(first, first + accountsAtOnce);
      const { count, positions } = await replaceApiKeys(rotation, started, await emailsOf(rotation, some));
      // The old keys are refused once the projection has the new ones.
      await running.waitForPosition(positions);
      replaced += count;
      done += some.length;
      progress({ step: 'rotate keys', done: Math.min(done, total), total });
    }
  }
  return { total: Math.max(total, done), replaced };
};

const emailsOf = async ({ accounts }: KeyRotation, ids: readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(ids.map((id) => accounts.byId(id)));
  return found.flatMap((account) => account?.email ?? []);
};

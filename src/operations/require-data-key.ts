import type { CommandContext } from '../commands/command-handler.ts';
import { chooseDataKey, readDataKey } from '../commands/data-key.ts';
import { opens } from '../commands/replace-api-keys.ts';
import type { AccountChange, Accounts } from '../ports/accounts.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadModel } from '../ports/read-model.ts';
import { idsOf } from '../../projections/checksum.ts';

/** The data key is not the one that API keys are sealed with. */
export class WrongDataKey extends Error {}

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly accounts: Accounts;
  readonly model: Pick<ReadModel<AccountChange>, 'current'>;
  readonly apiKeys: ApiKeys;
  /** Resolves when the accounts are those of the log. */
  readonly caughtUp: Promise<void>;
};

/**
 * Compares the data key with the one that is recorded in the log, and records it if there is none or there are no accounts. In a log of an older release,
 * which has none, it must open the API key of one account. Returns whether a rotation of API keys has not finished. Throws WrongDataKey
 * with what to do.
 */
export const requireDataKey = async (dependencies: Dependencies): Promise<{ readonly isRotating: boolean }> => {
  const { streams, apiKeys, caughtUp } = dependencies;
  const { dataKeyId, rotation } = await readDataKey(streams);
  const changesKey = rotation !== undefined && rotation.dataKeyId !== dataKeyId;
  if (dataKeyId === apiKeys.dataKeyId && !changesKey) return { isRotating: rotation !== undefined };
  await caughtUp;
  if (!(await isEmpty(dependencies))) {
    if (changesKey) throw new WrongDataKey(unfinished);
    if (dataKeyId !== undefined || !(await opensAny(dependencies))) throw new WrongDataKey(mismatch);
  }
  const chosen = await chooseDataKey(streams, dependencies, { dataKeyId: apiKeys.dataKeyId, instead: dataKeyId });
  if (chosen !== apiKeys.dataKeyId) throw new WrongDataKey(otherProcess);
  return { isRotating: false };
};

/** Why the next start would refuse a data key, or none; undefined if it would not. Of a log of an older release, which records none, only the start finds out. */
export const dataKeyFault = async (
  dependencies: Pick<Dependencies, 'streams' | 'model'>,
  apiKeys: Pick<ApiKeys, 'dataKeyId'> | undefined,
): Promise<string | undefined> => {
  const { dataKeyId, rotation } = await readDataKey(dependencies.streams);
  if (dataKeyId === undefined || (await isEmpty(dependencies))) return undefined;
  if (rotation !== undefined && rotation.dataKeyId !== dataKeyId) return unfinished;
  if (apiKeys === undefined) return missing;
  return dataKeyId === apiKeys.dataKeyId ? undefined : mismatch;
};

const unfinished = 'a rotation of API keys to another data key was interrupted; finish it with npm run rotate-keys';
const missing = 'is missing: put it back from a back-up, unless the service has DATA_KEY or DATA_KEY_FILE';
const mismatch =
  'this is not the data key that the API keys of the accounts in the log are sealed with; put the right one back from a back-up, or run npm run rotate-keys, which gives every account a new API key';
const otherProcess = 'another process has started with another data key; every process needs the same one';

const isEmpty = async ({ model }: Pick<Dependencies, 'model'>): Promise<boolean> =>
  (await (await model.current()).ids(undefined)).length === 0;

/** Whether the key opens the API key of any account. Older releases made a new key when it was lost, so that some may not open. */
const opensAny = async ({ model, accounts, apiKeys }: Dependencies): Promise<boolean> => {
  for await (const ids of idsOf(await model.current())) {
    for (const id of ids) {
      const account = await accounts.byId(id);
      if (account && opens(apiKeys, account.sealedApiKey)) return true;
    }
  }
  return false;
};

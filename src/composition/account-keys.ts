import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { sealedApiKeys } from '../adapters/security/api-keys.ts';
import { UnusableSecret } from '../adapters/security/secret-files.ts';
import type { Config } from '../config.ts';
import type { OperationReport } from '../operations/operation.ts';
import { dataKeyFault, requireDataKey } from '../operations/require-data-key.ts';
import type { KeyRotation } from '../operations/rotate-keys.ts';
import type { PasswordReplacement } from '../operations/set-password.ts';
import type { AccountChange, Accounts } from '../ports/accounts.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { configuredDataKey, rotationKey } from './secrets.ts';

type Dependencies = {
  readonly stores: {
    readonly log: Streams;
    readonly accounts: Accounts;
    readonly models: { readonly accounts: ReadModel<AccountChange> };
  };
  readonly context: { readonly leadership: Pick<Leadership, 'acquire'> };
  readonly projections: ReadYourWrites;
};

type KeyConfig = Pick<Config, 'dataDir' | 'dataKey'>;

/** What the writer does with the API keys of all accounts, and with a password; `ofService` is the data key of the service, undefined in a script. */
export const accountKeys = ({ stores, context, projections }: Dependencies, config: KeyConfig, ofService?: string) => {
  const common = { now: () => new Date(), newId: randomUUID, streams: stores.log, accounts: stores.accounts };
  const accountsWith = (dataKey: string) => ({
    ...common,
    model: stores.models.accounts,
    apiKeys: sealedApiKeys(dataKey),
  });
  const running: KeyRotation['running'] = {
    waitForPosition: (positions) => projections.waitForPosition(['accounts'], positions),
  };
  return {
    /** Throws WrongDataKey unless the data key of the service is that of the log; `caughtUp` resolves when the accounts are those of the log. */
    check: async (caughtUp: Promise<void>, onUnfinishedRotation: () => void): Promise<void> => {
      if (ofService === undefined) return;
      const { isRotating } = await requireDataKey({ ...accountsWith(ofService), caughtUp });
      if (isRotating) onUnfinishedRotation();
    },
    inspect: (): Promise<OperationReport> => inspectKey({ ...common, model: stores.models.accounts }, config),
    rotation: async (makeDataKey: boolean): Promise<KeyRotation> => {
      const signal = await context.leadership.acquire();
      const { dataKey, note } = rotationKey(config, ofService, makeDataKey);
      return { ...accountsWith(dataKey), running, notes: note, signal };
    },
    passwordReplacement: async (): Promise<PasswordReplacement> => {
      await context.leadership.acquire();
      return { ...common, running };
    },
  };
};

/** Looks whether the next start has the data key of the log. One that is missing may be set for the service alone. */
const inspectKey = async (stored: Parameters<typeof dataKeyFault>[0], config: KeyConfig): Promise<OperationReport> => {
  const path = join(resolve(config.dataDir), 'data-key');
  const report = (line: string | undefined, succeeded = line === undefined): OperationReport => ({
    ...{ succeeded, lines: line === undefined ? [] : [`Attention: ${line}`] },
  });
  try {
    const dataKey = configuredDataKey(config);
    const fault = await dataKeyFault(stored, dataKey === undefined ? undefined : sealedApiKeys(dataKey));
    if (dataKey === undefined) return report(fault && `${path} ${fault}`, true);
    return report(fault && `${config.dataKey === undefined ? path : 'DATA_KEY'}: ${fault}`);
  } catch (error) {
    if (error instanceof UnusableSecret) return report(error.message);
    throw error;
  }
};

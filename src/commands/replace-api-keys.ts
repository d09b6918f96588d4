import { account } from '../domain/account.ts';
import type { AccountEvent, ApiKeyRotated, UserRegistered } from '../domain/account-events.ts';
import { stateAfter } from '../domain/decider.ts';
import type { NewEvent, RecordedEvent } from '../domain/events.ts';
import { Unavailable } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import { uuidV5 } from '../platform/uuid.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import { namingEarlier, readDecisive } from '../ports/decisive-events.ts';
import type { Append, Streams } from '../ports/event-store.ts';
import { appendWithRetry } from './command-handler.ts';
import type { Rotation } from './data-key.ts';

type Dependencies = {
  readonly streams: Streams;
  readonly apiKeys: ApiKeys;
  readonly now: () => Date;
};

/** How many accounts got a new key, and the positions of these events. */
export type Replaced = { readonly count: number; readonly positions: readonly bigint[] };

/** Attempts for accounts whose owners replace their key at the same time. */
const maxAttempts = 5;

/**
 * Gives each of some hundred accounts a new API key, which is not displayed, and revokes its other keys. Skips accounts whose key is newer than the rotation and opens with this data key, so that
 * it is idempotent. Throws Unavailable.
 */
export const replaceApiKeys = async (
  dependencies: Dependencies,
  rotation: Rotation,
  emails: readonly string[],
): Promise<Replaced> => {
  const { streams } = dependencies;
  const positions: bigint[] = [];
  let remaining = emails.map(streamOf.account);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const pasts = await Promise.all(remaining.map((stream) => readDecisive(streams, stream, account)));
    const appends = pasts.flatMap((past) =>
      replacement(dependencies, rotation, past as readonly RecordedEvent<AccountEvent>[]),
    );
    if (appends.length === 0) return { count: positions.length, positions };
    const outcomes = await appendWithRetry(streams, appends);
    for (const outcome of outcomes) if (outcome.outcome === 'appended') positions.push(outcome.position);
    remaining = appends.filter((_, index) => outcomes[index]?.outcome === 'conflict').map(({ stream }) => stream);
  }
  if (remaining.length > 0) throw new Unavailable('API keys were changed by somebody else meanwhile; run it again');
  return { count: positions.length, positions };
};

type KeyEvent = RecordedEvent<UserRegistered | ApiKeyRotated>;

/** The event ids are derived from the previous event, so that two attempts of one run append the same event. */
const replacement = (
  { apiKeys, now }: Dependencies,
  { run, startedAt }: Rotation,
  past: readonly RecordedEvent<AccountEvent>[],
): readonly Append[] => {
  const last = past.at(-1);
  const state = stateAfter(account, past);
  if (!last || state.status === 'missing') return [];
  const newest = past.findLast((event): event is KeyEvent => 'sealedApiKey' in event.data);
  if (newest && newest.position > startedAt && opens(apiKeys, newest.data.sealedApiKey)) return [];
  const key = apiKeys.generate();
  const { userId, apiKeyFingerprint: presentedFingerprint } = state;
  const data = { userId, sealedApiKey: apiKeys.seal(key), apiKeyFingerprint: apiKeys.fingerprint(key) };
  const metadata = { at: now().toISOString(), commandId: run, causationId: last.id, tenantId: userId };
  const facts = [
    ...account.decide({ type: 'RotateApiKey', presentedFingerprint, data }, state),
    // They cannot be shown again, so that nothing takes their place.
    ...[...state.keys.keys()].flatMap((keyId) => account.decide({ type: 'RevokeKey', data: { userId, keyId } }, state)),
  ];
  const events = facts.map((fact, index): NewEvent => ({
    ...fact,
    id: uuidV5(last.id, index === 0 ? run : `${run} ${index}`),
    metadata,
  }));
  return [{ stream: last.stream, expected: last.revision, events: namingEarlier(past, events, account) }];
};

/** Whether a sealed API key was sealed with the data key in use. */
export const opens = (apiKeys: Pick<ApiKeys, 'open'>, sealed: string): boolean => {
  try {
    apiKeys.open(sealed);
    return true;
  } catch {
    return false;
  }
};

import { timingSafeEqual } from 'node:crypto';
import { accountErasure, accountStepsOf, tokenHash } from '../domain/account-erasure.ts';
import type {
  AccountErasureProven,
  AccountErasureRequested,
  AccountErasureStep,
} from '../domain/account-erasure-events.ts';
import { stateAfter } from '../domain/decider.ts';
import { ErasureNotFound } from '../domain/errors.ts';
import type { RecordedEvent } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type StepDetails, stepDetails, whyHeldBack } from './find-erasure.ts';

/** `waiting`: for the scavenge of the log's server. `held_back`: files still had texts after the last look, and the operator has to remove them. */
export const accountErasureStates = ['running', 'waiting', 'held_back', 'proven'] as const;

export type AccountErasureDetails = Pick<
  AccountErasureRequested['data'],
  'userId' | 'collections' | 'tickets' | 'shownUntil'
> & {
  readonly id: string;
  readonly state: (typeof accountErasureStates)[number];
  readonly requestedAt: string;
  readonly provenAt: string | null;
  readonly steps: readonly StepDetails<AccountErasureStep>[];
};

/** `token`: as it was given when the account was deleted; it is not looked at where nobody else may ask. */
export type FindAccountErasure = (erasureId: string, token: string) => Promise<AccountErasureDetails>;

type Dependencies = {
  readonly streams: Pick<Streams, 'read'>;
  /** Why the first step that is not proven is not; undefined if this process does not know. */
  readonly trouble: (erasureId: string) => Promise<{ readonly failed: boolean; readonly reason: string } | undefined>;
  readonly hasLogServer: boolean;
  readonly now: () => Date;
};

/** The erasure of an account from its stream, for whoever has its token. Throws ErasureNotFound, also for another token or one whose time is over. */
export const findAccountErasure =
  ({ streams, trouble, hasLogServer, now }: Dependencies): FindAccountErasure =>
  async (erasureId, token) => {
    const events = await streams.read(streamOf.accountErasure(erasureId));
    const present = stateAfter(accountErasure, events);
    const [first] = events;
    if (!first || present.status === 'missing') throw new ErasureNotFound();
    const { request, proven, heldBackFor } = present;
    const isShown = isSame(tokenHash(token), request.tokenHash) && now().toISOString() < request.shownUntil;
    if (!isShown) throw new ErasureNotFound();
    const expected = accountStepsOf({ hasLogServer });
    const current = expected.find((step) => !proven.has(step));
    const proofs = events.filter(
      (event): event is RecordedEvent<AccountErasureProven> => event.type === 'AccountErasureProven',
    );
    const { userId, collections, tickets, shownUntil } = request;
    return {
      id: erasureId,
      ...{ userId, collections, tickets, shownUntil },
      state: stateOf(current, heldBackFor !== undefined),
      requestedAt: first.metadata.at,
      provenAt: current === undefined ? (proofs.at(-1)?.metadata.at ?? null) : null,
      steps: stepDetails(expected, proofs, current && ((await trouble(erasureId)) ?? whyHeldBack(heldBackFor))),
    };
  };

const stateOf = (current: AccountErasureStep | undefined, isHeldBack: boolean): AccountErasureDetails['state'] => {
  if (current === undefined) return 'proven';
  if (current === 'files' && isHeldBack) return 'held_back';
  return current === 'log_disk' ? 'waiting' : 'running';
};

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

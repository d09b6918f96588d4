import { stateAfter } from '../domain/decider.ts';
import { erasure, stepsOf, textsLeft } from '../domain/erasure.ts';
import type { ErasedTicket, ErasureProven, ErasureRequested, ErasureStep, SameText } from '../domain/erasure-events.ts';
import { ErasureNotFound } from '../domain/errors.ts';
import type { Metadata, RecordedEvent, Surface } from '../domain/events.ts';
import { streamOf } from '../domain/streams.ts';
import { readDecisive } from '../ports/decisive-events.ts';
import type { ErasureKey, ErasureRow, Erasures } from '../ports/erasures.ts';
import type { Streams } from '../ports/event-store.ts';

/** `outside`: beyond the service's reach. `waiting`: not begun, or blocked by something else. */
export const stepStates = ['verified', 'running', 'failed', 'waiting', 'outside'] as const;

/** A step of an erasure, of tickets or of an account. */
export type StepDetails<Step extends string = ErasureStep> = {
  readonly step: Step | 'backups';
  readonly state: (typeof stepStates)[number];
  /** When it was verified. */
  readonly at: string | null;
  /** What was seen, in numbers; none before it was verified. */
  readonly found: Readonly<Record<string, number>>;
  /** Why it is not verified yet, if that is known to this process. */
  readonly reason: string | null;
};

/** `waiting`: only the disk of the log's server is left. `held_back`: files still had texts after the last look, and the operator has to remove them. */
export const erasureStates = ['running', 'waiting', 'held_back', 'proven'] as const;
export type ErasureStateName = (typeof erasureStates)[number];

/** Whether there was anything to erase: `partly` if some of the requested ids are unknown. */
export const erasureOutcomes = ['erased', 'partly', 'nothing'] as const;

export type ErasureDetails = Pick<
  ErasureRequested['data'],
  'collectionId' | 'collectionName' | 'requestedFor' | 'unknown' | 'erasedBefore' | 'remaining'
> & {
  readonly id: string;
  /** Among the erasures of the collection, from 1. */
  readonly number: number;
  readonly state: ErasureStateName;
  readonly outcome: (typeof erasureOutcomes)[number];
  readonly requestedAt: string;
  readonly provenAt: string | null;
  readonly surface: Surface;
  readonly tickets: readonly Pick<ErasedTicket, 'ticketId' | 'revisions'>[];
  /** Where the tenant has the text of an erased ticket in another one, as far as it was looked for. */
  readonly elsewhere: readonly SameText[];
  readonly steps: readonly StepDetails[];
};

export type FindErasure = (key: ErasureKey) => Promise<ErasureDetails>;

type Dependencies = {
  readonly streams: Pick<Streams, 'read' | 'readPage'>;
  readonly erasures: Pick<Erasures, 'numberAt'>;
  /** Why the first step that is not proven is not; undefined if this process does not know. */
  readonly trouble: (erasureId: string) => Promise<{ readonly failed: boolean; readonly reason: string } | undefined>;
  readonly hasLogServer: boolean;
};

/** An erasure from its stream. Throws ErasureNotFound. */
export const findErasure =
  ({ streams, erasures, trouble, hasLogServer }: Dependencies): FindErasure =>
  async ({ collectionId, erasureId }) => {
    const events = await readDecisive(streams, streamOf.erasure(collectionId, erasureId), erasure);
    const [first] = events as readonly RecordedEvent<ErasureRequested>[];
    const present = stateAfter(erasure, events);
    if (!first || present.status === 'missing') throw new ErasureNotFound();
    const proofs = events.filter((event): event is RecordedEvent<ErasureProven> => event.type === 'ErasureProven');
    const expected = stepsOf({ hasLogServer });
    const { tickets, elsewhere, request, heldBackFor } = present;
    const state = erasureState(expected, { proven: present.proven, isHeldBack: heldBackFor !== undefined });
    const why = state === 'proven' ? undefined : ((await trouble(erasureId)) ?? whyHeldBack(heldBackFor));
    const { collectionName, requestedFor, unknown, erasedBefore, remaining } = request;
    return {
      id: erasureId,
      number: await erasures.numberAt(collectionId, first.position),
      state,
      outcome: tickets.length === 0 ? 'nothing' : unknown > 0 ? 'partly' : 'erased',
      requestedAt: first.metadata.at,
      provenAt: state === 'proven' ? (proofs.at(-1)?.metadata.at ?? null) : null,
      surface: first.metadata.surface ?? 'web',
      ...{ collectionId, collectionName, requestedFor, unknown, erasedBefore, remaining },
      tickets: tickets.map(({ ticketId, revisions }) => ({ ticketId, revisions })),
      elsewhere,
      steps: stepDetails(expected, proofs, why),
    };
  };

/** Why an erasure is held back if another process, or the one before a restart, has looked last; `left` is undefined if it is not. */
export const whyHeldBack = (left: number | undefined) =>
  left === undefined ? undefined : { failed: true, reason: textsLeft(left, true) };

/** The state of an erasure by its proven steps. */
export const erasureState = (
  expected: readonly ErasureStep[],
  { proven, isHeldBack }: Pick<ErasureRow, 'proven' | 'isHeldBack'>,
): ErasureStateName => {
  const open = expected.filter((step) => !proven.has(step));
  if (open.length === 0) return 'proven';
  if (isHeldBack && open.includes('read_models')) return 'held_back';
  return open.length === 1 && open[0] === 'log_disk' ? 'waiting' : 'running';
};

const nothing = { at: null, found: {}, reason: null } as const;

type Proof<Step> = {
  readonly data: { readonly step: Step; readonly found: Readonly<Record<string, number>> };
  readonly metadata: Pick<Metadata, 'at'>;
};

/** The expected steps, as far as they are proven, and the one that no service can verify; `why` the first that is not proven is not. */
export const stepDetails = <Step extends string>(
  expected: readonly Step[],
  proofs: readonly Proof<Step>[],
  why: { readonly failed: boolean; readonly reason: string } | undefined,
): readonly StepDetails<Step>[] => {
  const byStep = new Map(proofs.map((proof) => [proof.data.step, proof]));
  const current = expected.find((step) => !byStep.has(step));
  const steps = expected.map((step): StepDetails<Step> => {
    const proof = byStep.get(step);
    if (proof) return { step, state: 'verified', at: proof.metadata.at, found: proof.data.found, reason: null };
    if (step !== current) return { step, state: 'waiting', ...nothing };
    const state = why?.failed ? 'failed' : step === 'log_disk' ? 'waiting' : 'running';
    return { step, state, ...nothing, reason: why?.reason ?? null };
  });
  return [...steps, { step: 'backups', state: 'outside', ...nothing }];
};

import type { Response } from 'express';
import type { DismissGap } from '../commands/dismiss-gap.ts';
import { GapNotFound } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Gaps } from '../ports/gaps.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { FindGaps } from '../queries/find-gaps.ts';
import type { TrySolution } from '../queries/try-solution.ts';
import { type Handler, surfaceOf } from './authentication.ts';
import { collectionOf } from './collections.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import type { InTurns } from './list-turns.ts';
import * as schemas from './schemas/gaps.ts';
import { checked, pageOf } from './schemas/requests.ts';

type Dependencies = {
  readonly findGaps: FindGaps;
  readonly dismissGap: DismissGap;
  readonly gaps: Pick<Gaps, 'members'>;
  readonly evaluateDraft: Ingest['evaluateDraft'];
  readonly trySolution: TrySolution;
  readonly openTrials: OpenStreams;
  readonly inTurns: InTurns;
};

/** Questions of a gap that a draft is tried against. */
const maxTried = 100;

const gapOf = (response: Response) => {
  const { gap_id: gapId } = response.req.params;
  if (!isUuid(gapId)) throw new GapNotFound();
  return { gapId: gapId.toLowerCase(), collectionId: collectionOf(response).id };
};

/** …/gaps and below: what was asked of a collection and not answered. */
export const gapHandlers = ({ findGaps, dismissGap, inTurns, ...trying }: Dependencies) => ({
  listGaps: inTurns(async (request, response, turn) => {
    const { state = 'open', ...page } = checked(schemas.gapsQuery, request.query);
    const { id: collectionId } = collectionOf(response);
    const found = await turn(() => findGaps({ collectionId, state, ...pageOf(page, 10) }));
    response.json(schemas.gaps.toJson(found));
  }) satisfies Handler,

  dismissGap: inTurns(async (request, response, turn) => {
    const { userId } = collectionOf(response);
    const dismissal = { ...gapOf(response), userId, surface: surfaceOf(request) };
    // It counts the gaps first.
    await turn(() => dismissGap(dismissal));
    response.status(204).end();
  }) satisfies Handler,

  trySolution: ((_request, response) =>
    whileOpen(trying.openTrials, response, () => tryDraft(trying, response))) satisfies Handler,
});

const tryDraft = async (
  { gaps, evaluateDraft, trySolution }: Pick<Dependencies, 'gaps' | 'evaluateDraft' | 'trySolution'>,
  response: Response,
): Promise<void> => {
  const { problem, solution } = checked(schemas.solutionDraft, response.req.body);
  const { id: collectionId, userId: tenantId, notNames } = collectionOf(response);
  const members = await gaps.members(gapOf(response), maxTried);
  if (members.length === 0) throw new GapNotFound();
  const texts = { problem: problem.toWellFormed(), solution: solution.toWellFormed() };
  const draft = await evaluateDraft({ tenantId, notNames, ...texts });
  const questions = members.map(({ question }) => question);
  response.json(schemas.trialResult.toJson(await trySolution({ tenantId, collectionId, draft, questions })));
};

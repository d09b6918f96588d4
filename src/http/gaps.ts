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
import * as schemas from './schemas/gaps.ts';
import { checked, pageOf } from './schemas/requests.ts';

type Dependencies = {
  readonly findGaps: FindGaps;
  readonly dismissGap: DismissGap;
  readonly gaps: Pick<Gaps, 'members'>;
  readonly evaluateDraft: Ingest['evaluateDraft'];
  readonly trySolution: TrySolution;
};

/** Questions of a gap that a draft is tried against. */
const maxTried = 100;

const gapOf = (response: Response) => {
  const { gap_id: gapId } = response.req.params;
  if (!isUuid(gapId)) throw new GapNotFound();
  return { gapId: gapId.toLowerCase(), collectionId: collectionOf(response).id };
};

/** …/gaps and below: what was asked of a collection and not answered. */
export const gapHandlers = ({ findGaps, dismissGap, gaps, evaluateDraft, trySolution }: Dependencies) => ({
  listGaps: (async (request, response) => {
    const { state = 'open', ...page } = checked(schemas.gapsQuery, request.query);
    const { id: collectionId } = collectionOf(response);
    response.json(schemas.gaps.toJson(await findGaps({ collectionId, state, ...pageOf(page, 10) })));
  }) satisfies Handler,

  dismissGap: (async (request, response) => {
    const { userId } = collectionOf(response);
    await dismissGap({ ...gapOf(response), userId, surface: surfaceOf(request) });
    response.status(204).end();
  }) satisfies Handler,

  trySolution: (async (request, response) => {
    const { problem, solution } = checked(schemas.solutionDraft, request.body);
    const { id: collectionId, userId: tenantId, notNames } = collectionOf(response);
    const members = await gaps.members(gapOf(response), maxTried);
    if (members.length === 0) throw new GapNotFound();
    const texts = { problem: problem.toWellFormed(), solution: solution.toWellFormed() };
    const draft = await evaluateDraft({ tenantId, notNames, ...texts });
    const questions = members.map(({ question }) => question);
    response.json(schemas.trialResult.toJson(await trySolution({ tenantId, collectionId, draft, questions })));
  }) satisfies Handler,
});

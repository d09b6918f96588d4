import type { Response } from 'express';
import type { ChangeGap } from '../commands/change-gap.ts';
import { GapNotFound } from '../domain/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Gaps } from '../ports/gaps.ts';
import type { Ingest, TicketDraft } from '../ports/ingest.ts';
import type { Questions } from '../ports/questions.ts';
import type { FindGaps } from '../queries/find-gaps.ts';
import type { TrySolution } from '../queries/try-solution.ts';
import { type Handler, surfaceOf } from './authentication.ts';
import { senderOf } from './client-address.ts';
import { whileThere } from './client-gone.ts';
import { collectionOf } from './collections.ts';
import { type OpenStreams, whileOpen } from './event-stream.ts';
import type { InTurns } from './list-turns.ts';
import { keyOf, type LevelsOfModel, pageFrom, shownQuestions } from './questions.ts';
import * as schemas from './schemas/gaps.ts';
import { questions as questionsPage } from './schemas/questions.ts';
import { checked, pageOf } from './schemas/requests.ts';

type Dependencies = {
  readonly findGaps: FindGaps;
  readonly dismissGap: ChangeGap;
  readonly restoreGap: ChangeGap;
  readonly gaps: Pick<Gaps, 'marks' | 'members'>;
  readonly questions: Pick<Questions, 'ofGap'>;
  readonly evaluateDraft: (draft: TicketDraft, signal: AbortSignal) => ReturnType<Ingest['evaluateDraft']>;
  readonly trySolution: TrySolution;
  readonly openTrials: OpenStreams;
  readonly inTurns: InTurns;
  readonly levelsOfModel: LevelsOfModel;
};

/** Questions of a gap that a draft is tried against. */
const maxTried = 100;

const gapOf = (response: Response) => {
  const { gap_id: gapId } = response.req.params;
  if (!isUuid(gapId)) throw new GapNotFound();
  return { gapId: gapId.toLowerCase(), collectionId: collectionOf(response).id };
};

/** …/gaps and below: what was asked of a collection and not answered. */
export const gapHandlers = ({ findGaps, questions, inTurns, levelsOfModel, ...dependencies }: Dependencies) => ({
  listGaps: inTurns(async (request, response, turn) => {
    const { state = 'open', ...page } = checked(schemas.gapsQuery, request.query);
    const { id: collectionId, userId } = collectionOf(response);
    const found = await turn(() => findGaps({ collectionId, userId, state, ...pageOf(page, 10) }));
    response.json(schemas.gaps.toJson(found));
  }) satisfies Handler,

  listQuestionsOfGap: inTurns(async (request, response, turn) => {
    const { limit, before } = pageFrom(checked(schemas.gapQuestionsQuery, request.query));
    const gap = gapOf(response);
    if (!(await dependencies.gaps.marks(gap))) throw new GapNotFound();
    const { rows, next } = await turn(() => questions.ofGap(gap, { before, limit }));
    response.json(questionsPage.toJson({ questions: shownQuestions(rows, levelsOfModel), next: keyOf(next) }));
  }),

  dismissGap: changing(dependencies.dismissGap),
  restoreGap: changing(dependencies.restoreGap),

  trySolution: ((_request, response) =>
    whileThere(response, (signal) =>
      whileOpen(dependencies.openTrials, response, () => tryDraft(dependencies, response, signal)),
    )) satisfies Handler,
});

const changing =
  (change: ChangeGap): Handler =>
  async (request, response) => {
    const { userId } = collectionOf(response);
    await change({ ...gapOf(response), userId, surface: surfaceOf(request) });
    response.status(204).end();
  };

const tryDraft = async (
  { gaps, evaluateDraft, trySolution }: Pick<Dependencies, 'gaps' | 'evaluateDraft' | 'trySolution'>,
  response: Response,
  signal: AbortSignal,
): Promise<void> => {
  const { problem, solution } = checked(schemas.solutionDraft, response.req.body);
  const { id: collectionId, userId: tenantId, notNames } = collectionOf(response);
  const members = await gaps.members(gapOf(response), maxTried);
  if (members.length === 0) throw new GapNotFound();
  const texts = { problem: problem.toWellFormed(), solution: solution.toWellFormed() };
  const { customer } = senderOf(response);
  const draft = await evaluateDraft({ tenantId, customer, notNames, ...texts }, signal);
  const questions = members.map(({ question }) => question);
  const tried = await trySolution({ tenantId, customer, collectionId, draft, questions }, signal);
  response.json(schemas.trialResult.toJson(tried));
};

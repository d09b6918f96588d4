import type { Surface } from '../domain/events.ts';
import { question, type QuestionCommand } from '../domain/question.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { type CommandContext, commandHandler } from './command-handler.ts';

/** The answer must be the user's. */
type Judgement = {
  readonly answerId: string;
  readonly userId: string;
  readonly surface: Surface;
  readonly command: QuestionCommand;
};

/**
 * Resolves when the verdict is stored and readers have it; one that is so already appends nothing. Throws AnswerNotFound, InvalidInput, QuotaExceeded,
 * TooManyAttempts, ChangedMeanwhile and Unavailable.
 */
export type JudgeAnswer = (judgement: Judgement) => Promise<void>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly admit: AdmitChanges;
};

/** Gives, changes or takes back the verdict on an answer. */
export const judgeAnswer = (dependencies: Dependencies): JudgeAnswer => {
  const { streams, projected, admit } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ answerId, userId: tenantId, surface, command }) => {
    const stream = streamOf.question(answerId);
    const position = await handle({
      ...{ stream, decider: question, command, tenantId, surface },
      admit: (events) => admit(tenantId, events),
    });
    throwIfStalled(await projected.waitForPosition(['questions'], [position]), 'see the answer shortly');
  };
};

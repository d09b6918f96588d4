import { tooLittleInformation } from '../../src/domain/answer-rules.ts';
import type { Decider } from '../../src/domain/decider.ts';
import type { Fact } from '../../src/domain/events.ts';
import { gap } from '../../src/domain/gap.ts';
import { question } from '../../src/domain/question.ts';
import type { QuestionAnswered } from '../../src/domain/question-events.ts';
import { streamOf } from '../../src/domain/streams.ts';

/** Hands commands to the decider of a stream, one after the other. */
export type Decide = <Command, State, Event extends Fact>(
  stream: string,
  decider: Decider<Command, State, Event>,
  ...commands: readonly Command[]
) => Promise<void>;

/** A question that was not answered, and the gap that it begins. */
export const groupQuestion = async (
  decide: Decide,
  answered: QuestionAnswered['data'],
  gapId: string,
): Promise<void> => {
  const text = 'Как вернуть деньги за подписку';
  const outcome = { outcome: 'too-little', answer: tooLittleInformation, cited: [] } as const;
  const group = { gapId, similarity: null, model: 'e5', wordings: [gapId] };
  await decide(
    streamOf.question(gapId),
    question,
    { type: 'RecordQuestion', data: { ...answered, answerId: gapId, question: text, ...outcome } },
    { type: 'GroupQuestion', ...group },
  );
  const { userId, collectionId } = answered;
  const name = { gapId, userId, collectionId };
  await decide(
    streamOf.gap(gapId),
    gap,
    { type: 'DismissGap', name, isShownAgain: false },
    { type: 'RestoreGap', name },
    { type: 'CloseGap', name, ticketIds: ['1003'], tried: 10, answered: 9 },
    { type: 'ReopenGap', name, tried: 10, answered: 1 },
  );
};

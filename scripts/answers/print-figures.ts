import { type AnswerWeights, logOdds } from '../../src/adapters/local-model/answer-odds.ts';
import { crossValidated } from './decision.ts';
import type { AnswerExample } from './examples.ts';
import { answerFigures, headingOfFigures, lineOfFigures } from './figures.ts';

type Scoring = {
  readonly examples: readonly AnswerExample[];
  readonly decision: AnswerWeights;
  /**
   * Whether the decision was learnt from these: each desk is then scored by what the others teach, with the same
   * threshold.
   */
  readonly isLearntFrom: boolean;
};

/** Prints what the decision of a model makes of each desk's questions, and of all. */
export const printFigures = (model: string, { examples, decision, isLearntFrom }: Scoring): void => {
  const scored = isLearntFrom
    ? crossValidated(examples)
    : examples.map((example) => ({ example, odds: logOdds(decision, example.properties) }));
  console.log(`  ${model}, answers in per cent${isLearntFrom ? ', each desk by what the others teach' : ''}`);
  console.log(headingOfFigures);
  for (const [desk, ofDesk] of Map.groupBy(scored, ({ example }) => example.desk))
    console.log(lineOfFigures(desk, answerFigures(ofDesk, decision.threshold)));
  console.log(lineOfFigures('all', answerFigures(scored, decision.threshold)));
};

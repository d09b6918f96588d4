import test from 'ava';
import { shownQuestions } from '../../src/http/questions.ts';
import type { SimilarityLevels } from '../../src/ports/embedder.ts';
import { listedPart } from '../../src/ports/questions.ts';
import { exampleCollection } from '../support/collection-events.ts';
import { exampleQuestion } from '../support/question-events.ts';

const levels: SimilarityLevels = { verySimilar: 0.6, similar: 0.4, first: { verySimilar: 0.5, similar: 0.3 } };

type Answered = Parameters<typeof listedPart>[0];

const tentative = (more: Partial<Answered>, model = 'known'): boolean => {
  const { data } = exampleQuestion(exampleCollection()).answered;
  const sources = [0.55, 0.54, 0.2].map((score, index) => ({ ticketId: String(index + 1), revision: 1, score }));
  const question = { ...data, outcome: 'answered', sources, embeddingModel: model, ...more } as Answered;
  const row = { ...listedPart(question), answerId: question.answerId, at: '', verdict: null, position: 1n };
  const [shown] = shownQuestions([row], (name) => (name === 'known' ? levels : undefined));
  return shown?.isTentative === true;
};

test('an answer from a ticket that is not very similar is a possible one, by the levels of its model and its place', (t) => {
  t.false(tentative({ cited: ['1'] }));
  t.true(tentative({ cited: ['2'] }), 'the levels of the nearest are its own');
  t.true(tentative({ cited: ['3', '1'] }));
  t.false(tentative({ cited: [] }));
  t.false(tentative({ cited: ['9'] }));
  t.false(tentative({ cited: ['3'], outcome: 'model-failed' }));
  t.false(tentative({ cited: ['3'], embeddingModel: null }));
  t.false(tentative({ cited: ['3'] }, 'unknown'));
});

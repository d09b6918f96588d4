import test from 'ava';
import { crossValidated, learnDecision } from '../../scripts/answers/decision.ts';
import type { AnswerExample } from '../../scripts/answers/examples.ts';
import { answerFigures, minMargin, lineOfFigures } from '../../scripts/answers/figures.ts';
import { deskOfIntents } from '../../scripts/bench/answer-lists.ts';
import { isHeldOut, learnLevels } from '../../scripts/answers/levels.ts';
import { logOdds } from '../../src/adapters/local-model/answer-odds.ts';

type Given = { readonly lead: number; readonly outcome: 'right' | 'wrong' | 'none'; readonly desk?: string };

const example = ({ lead, outcome, desk = 'it' }: Given): AnswerExample => ({
  desk,
  topic: '',
  hasTicket: outcome !== 'none',
  properties: { lead, inProblem: 0.5, inTicket: 0.5, rarestMissing: 0.5, missingCode: 0, length: 2 },
  found: [{ score: lead, isRight: outcome === 'right' }],
});

/** Questions to two desks, whose nearest ticket answers them the more often the greater its lead is. */
const examples = ['it', 'taxi'].flatMap((desk) =>
  Array.from({ length: 100 }, (_, number): AnswerExample => {
    const lead = number / 100;
    const isExpected = number % 20 !== 7;
    return example({ lead, desk, outcome: lead >= 0.4 === isExpected ? 'right' : number % 2 ? 'none' : 'wrong' });
  }),
);

test('given that a great lead means an answer, training gives it a weight, the others none, and a threshold between', (t) => {
  const decision = learnDecision(examples);
  t.true(decision.shares.lead.weight > 1);
  t.is(decision.shares.inProblem.weight, 0);
  const answersAt = (lead: number) => logOdds(decision, example({ lead, outcome: 'right' }).properties);
  t.true(answersAt(0.9) > decision.threshold);
  t.true(answersAt(0.2) < decision.threshold);
});

test('training gives the same each time', (t) => {
  t.deepEqual(learnDecision(examples), learnDecision(examples));
});

test('a desk is scored by what the others teach: one that teaches the contrary does not score itself', (t) => {
  const contrary = Array.from({ length: 100 }, (_, number) =>
    example({ lead: number / 100, desk: 'contrary', outcome: number < 50 ? 'right' : 'none' }),
  );
  const scored = crossValidated([...examples, ...contrary]);
  t.is(scored.length, 300);
  const oddsOf = (lead: number) =>
    scored.find(({ example: { desk, properties } }) => desk === 'contrary' && properties.lead === lead)?.odds ?? 0;
  t.true(oddsOf(0.9) > oddsOf(0.1));
});

test('the figures are shares of the questions without a ticket, of the others, and of these the right ones', (t) => {
  const scored = [
    ...[1, 3].map((odds) => ({ odds, example: example({ lead: 0, outcome: 'none' }) })),
    ...[2, 0, 0].map((odds) => ({ odds, example: example({ lead: 0, outcome: 'right' }) })),
    { odds: 2, example: example({ lead: 0, outcome: 'wrong' }) },
  ];
  const figures = answerFigures(scored, 2);
  t.deepEqual(figures, {
    unanswerable: { count: 1, of: 2 },
    answerable: { count: 2, of: 4 },
    right: { count: 1, of: 2 },
  });
  t.regex(lineOfFigures('it', figures), /^ {2}it +50\.0 +50\.0 +50\.0$/);
});

test('the room is that of the goal which is kept least, and there is none without an answer', (t) => {
  const kept = {
    unanswerable: { count: 5, of: 100 },
    answerable: { count: 60, of: 100 },
    right: { count: 58, of: 60 },
  };
  t.true(minMargin(kept) > 0 && minMargin(kept) < 2);
  t.true(minMargin({ ...kept, unanswerable: { count: 16, of: 100 } }) < 0);
  t.true(minMargin({ ...kept, answerable: { count: 44, of: 100 } }) < 0);
  t.true(minMargin({ ...kept, right: { count: 55, of: 60 } }) < 0);
  t.is(minMargin({ ...kept, right: { count: 0, of: 0 } }), -Infinity);
});

test('tickets are called very similar where nearly all answer the question, and similar where half do, by the questions that are not held out', (t) => {
  const found = (score: number, right: number, wrong: number) => [
    ...Array.from({ length: right }, () => ({ score, isRight: true })),
    ...Array.from({ length: wrong }, () => ({ score, isRight: false })),
  ];
  const all = [...found(0.705, 30, 1), ...found(0.605, 5, 3), ...found(0.505, 5, 5), ...found(0.405, 1, 20)];
  const asked = (list: typeof all, topic = '') => ({ ...example({ lead: 0, outcome: 'none' }), topic, found: list });
  const levelsOf = (...examples: readonly AnswerExample[]) => learnLevels([{ name: 'a list', examples }]);
  t.like(levelsOf(asked([...found(0.9, 1, 0), ...all])), { verySimilar: 0.61, similar: 0.41 });
  const nearest = all.map((one) => asked([one, { score: 0.655, isRight: false }]));
  const learnt = { verySimilar: 0.61, similar: 0.41 };
  t.deepEqual(levelsOf(...nearest), { verySimilar: 1, similar: 1, first: learnt });
  const topic = ['printer', 'login', 'refund', 'route'].find((each) => isHeldOut({ topic: each })) ?? '';
  t.not(topic, '');
  const wrong = found(0.8, 0, 50).map((one) => asked([one], topic));
  t.deepEqual(levelsOf(...nearest, ...wrong).first, learnt);
  t.notDeepEqual(levelsOf(...nearest, ...wrong.map((one) => ({ ...one, topic: '' }))).first, learnt);
});

test('half of the intents of a list have no ticket, and the same is asked however many tickets the others have', (t) => {
  const asked = ['printer', 'login', 'refund', 'once'].flatMap((intent) =>
    Array.from({ length: intent === 'once' ? 1 : 9 }, (_, number) => ({ text: `${intent} ${number}`, intent })),
  );
  const [one, four] = [deskOfIntents(asked, 1), deskOfIntents(asked, 4)];
  const asks = ({ queries }: typeof one) => queries.map(({ desk, query }) => [desk, query]);
  t.deepEqual(asks(one), asks(four));
  for (const desk of ['1', '2', '3']) {
    const stored = four.tickets.filter((ticket) => ticket.desk === desk);
    t.is(new Set(stored.map(({ description }) => description.split(' ')[0])).size, 2);
    for (const { query, gold } of four.queries.filter((each) => each.desk === desk)) {
      const right = stored.filter(({ description }) => description.split(' ')[0] === query.split(' ')[0]);
      t.deepEqual(
        gold,
        right.map(({ ticket_id: id }) => id),
      );
      t.false(
        stored.some(({ description }) => description === query),
        'what is asked is no ticket',
      );
    }
  }
});

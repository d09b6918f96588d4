import test from 'ava';
import { answerOdds, type AnswerWeights, logOdds } from '../../../src/adapters/local-model/answer-odds.ts';
import { type AnswerProperties, answerProperties } from '../../../src/adapters/local-model/answer-properties.ts';
import { localEmbedder } from '../../../src/adapters/local-model/embedder.ts';
import { learntAnswers } from '../../../src/adapters/local-model/learnt-answers.ts';
import { semanticEmbedder } from '../../../src/adapters/local-model/semantic-embedder.ts';
import { textTokens } from '../../../src/adapters/local-model/text-vector.ts';
import type { AnswerSource } from '../../../src/ports/answer-writer.ts';

const source = (score: number, problem: string, solution = 'Готово'): AnswerSource => ({
  ticketId: problem,
  score,
  fullText: `Категория: Прочее\nПроблема: ${problem}\nРешение: ${solution}`,
});

const read = textTokens();
const propertiesOf = (question: string, ...sources: AnswerSource[]): AnswerProperties | undefined =>
  answerProperties(read, question, sources);

const printer = 'принтер печатает полосами';
const router = 'роутер теряет сеть каждую ночь';

test('the lead is what the nearest ticket is nearer than the next', (t) => {
  const lead = propertiesOf('полосы', source(0.6, printer), source(0.5, router), source(0.2, 'нет звука'))?.lead;
  t.is(lead?.toFixed(6), '0.100000');
});

test('a ticket that repeats the nearest one takes nothing of its lead', (t) => {
  const [best, repeat] = [source(0.6, printer), source(0.6, `${printer} опять`)];
  t.is(propertiesOf('полосы', best, repeat, source(0.45, router))?.lead.toFixed(6), '0.150000');
  t.is(propertiesOf('полосы', best, repeat)?.lead.toFixed(6), '0.300000');
  t.is(propertiesOf('борщ', source(0.2, printer), repeat)?.lead.toFixed(6), '-0.100000');
  t.is(propertiesOf('полосы', best, source(0, router))?.lead, 0.3);
});

test('the shares of a question’s words are those in the problem, and in all of the ticket, whatever their endings', (t) => {
  const of = (question: string) => propertiesOf(question, source(0.6, 'полосы на бумаге', 'Замените картридж'));
  t.like(of('полосами бумагу'), { inProblem: 1, inTicket: 1, rarestMissing: 0 });
  const half = of('картриджи, полоса');
  t.true((half?.inProblem ?? 0) > 0.2 && (half?.inProblem ?? 1) < 0.8);
  t.is(half?.inTicket, 1);
  t.like(of('сварить борщ'), { inProblem: 0, inTicket: 0 });
  t.true((of('борщ')?.rarestMissing ?? 0) > 0.5);
});

test('a question in the other keyboard layout is read as it was meant', (t) => {
  t.is(propertiesOf('ghbynth gtxfnftn gjkjcfvb', source(0.6, printer))?.inProblem, 1);
});

test('a code is missing if the ticket has another one', (t) => {
  const of = (question: string) => propertiesOf(question, source(0.6, 'ошибка E18 у машинки'))?.missingCode;
  t.is(of('машинка пишет E18'), 0);
  t.is(of('машинка пишет E19'), 1);
  t.is(of('машинка пишет ошибку'), 0);
});

test('a longer question has the greater length', (t) => {
  const length = (question: string) => propertiesOf(question, source(0.6, printer))?.length ?? 0;
  t.true(length('принтер печатает полосами на бумаге') > length('принтер'));
});

test('without sources or without words there are no properties, and the odds are 0', (t) => {
  const odds = answerOdds(learntAnswers.models['local-2'].decision, read);
  t.is(propertiesOf('принтер'), undefined);
  t.is(propertiesOf('?!', source(0.6, printer)), undefined);
  t.is(odds('принтер', []), 0);
  t.is(odds('?!', [source(0.6, printer)]), 0);
});

test('a text without the labels of a ticket has neither problem nor solution', (t) => {
  t.like(propertiesOf('принтер', { ticketId: '1', score: 0.6, fullText: 'принтер' }), { inTicket: 0, inProblem: 0 });
});

test('the odds are the constant and what each property counts for each deviation above its mean', (t) => {
  const none = { mean: 0, deviation: 1, weight: 0 };
  const shares: AnswerWeights['shares'] = {
    ...{ lead: { mean: 0.1, deviation: 0.2, weight: 3 }, inProblem: { mean: 0.5, deviation: 0.5, weight: 1 } },
    ...{ inTicket: none, rarestMissing: none, missingCode: { mean: 0, deviation: 1, weight: -2 }, length: none },
  };
  const properties = { lead: 0.3, inProblem: 0, inTicket: 1, rarestMissing: 1, missingCode: 1, length: 2 };
  t.is(logOdds({ constant: 0.5, shares }, properties).toFixed(6), '0.500000');
  const odds = answerOdds({ constant: 0.5, threshold: 0.5, shares }, read)('борщ', [source(0.6, printer)]);
  t.is(odds.toFixed(6), Math.exp(3 - 1).toFixed(6));
});

for (const open of [localEmbedder, semanticEmbedder]) {
  const { model, answerOdds: oddsOf, similarityLevels: levels } = open();

  test(`${model} answers from a ticket with the words of the question, and not from one without any`, (t) => {
    const others = [source(0.2, router), source(0.1, 'нет звука')];
    t.true((oddsOf?.('принтер печатает полосами', [source(0.9, printer), ...others]) ?? 0) > 1);
    t.true((oddsOf?.('как сварить борщ', [source(0.22, printer), ...others]) ?? 1) < 1);
  });

  test(`${model} has levels of similarity in their order`, (t) => {
    for (const some of [levels, levels?.first]) t.true(some && some.verySimilar > some.similar && some.similar > 0);
    t.true((levels?.first?.similar ?? 1) < (levels?.similar ?? 0), 'the nearest ticket is right more often');
  });
}

test('what was learnt says from which lists', (t) => {
  t.regex(learntAnswers.lists, /^[0-9a-f]{64}$/);
});

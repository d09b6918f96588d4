import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { announced, freshBrowser, replies, type Reply, searched, searchedOnly, text, written } from './search-page.ts';
import { until, violations } from './support.ts';

beforeEach(freshBrowser);
afterEach(() => chooseLanguage('ru'));

/** The levels of the nearest ticket, which has .934, and of the other one, which has .86. */
const levels = {
  'very similar, very similar': { verySimilar: 0.8, similar: 0.5 },
  'very similar, similar': { verySimilar: 0.9, similar: 0.5 },
  'very similar, remote': { verySimilar: 0.92, similar: 0.9 },
  'similar, very similar': { verySimilar: 0.8, similar: 0.5, first: { verySimilar: 0.99, similar: 0.5 } },
  'similar, similar': { verySimilar: 0.99, similar: 0.5 },
  'similar, remote': { verySimilar: 0.99, similar: 0.9 },
  'remote, very similar': { verySimilar: 0.8, similar: 0.5, first: { verySimilar: 0.99, similar: 0.95 } },
  'remote, similar': { verySimilar: 0.99, similar: 0.5, first: { verySimilar: 0.99, similar: 0.95 } },
  'remote, remote': { verySimilar: 0.99, similar: 0.95 },
  'unknown, unknown': undefined,
} as const;
type Known = 'very similar' | 'similar' | 'remote';
type Levels = keyof typeof levels;
type Language = 'ru' | 'en';

const tooLittle = 'Недостаточно информации в истории обращений.';
/** What comes after the sources; undefined: no answer is wanted. */
const outcomes = {
  off: undefined,
  writing: 'never',
  failed: replies.saying('LLM API error [503]: later'),
  'written from the nearest': replies.saying('Верните порт.\nОсновано на тикете №4812'),
  'written from the other': replies.saying(written),
  uncited: replies.saying('Верните порт.'),
  unanswered: replies.saying(tooLittle),
} as const satisfies Record<string, Reply | undefined>;
type Outcome = keyof typeof outcomes;

const words = {
  ru: {
    chips: { 'very similar': 'очень похоже', similar: 'похоже', partly: 'отчасти', remote: 'отдалённо' },
    ranks: ['самое близкое', '2-е по близости'],
    similar: 'Похожие обращения',
    closest: 'Ответа нет, ближайшие обращения',
    partly: 'Отчасти похожие обращения',
    weak: 'Ближайшее похоже лишь отдалённо',
    unsolved: 'Уверенного ответа нет, но решение может быть среди ближайших',
    other: 'Если они о другом, добавьте подробности',
    answer: 'Ответ',
    possible: 'Возможный ответ',
    doubt: 'Обращение, по которому он написан, похоже лишь отчасти: проверьте, о том ли оно.',
    mayBeOther: 'Обращение, по которому он написан, похоже, но может быть о другом: проверьте.',
    found: 'Решение из похожего обращения',
    possiblyFound: 'Возможное решение из похожего обращения',
    doubtFound: 'Обращение, из которого оно взято, похоже лишь отчасти: проверьте, о том ли оно.',
    mayBeOtherFound: 'Обращение, из которого оно взято, похоже, но может быть о другом: проверьте.',
    why: {
      'very similar': 'Ближайшее обращение очень похоже, но уверенно ответить по нему нельзя.',
      similar: 'Ближайшее обращение похоже, но уверенно ответить по нему нельзя.',
      unknown: 'Уверенно ответить по найденным обращениям нельзя.',
    },
    next: {
      'very similar': 'Прочитайте его решение: оно может подойти.',
      similar: 'Сравните его со своим случаем: оно может быть и о другом.',
      unknown: 'Посмотрите найденное: решение может быть там.',
    },
  },
  en: {
    chips: { 'very similar': 'very similar', similar: 'similar', partly: 'partly', remote: 'distant' },
    ranks: ['the closest', '2nd closest'],
    similar: 'Similar tickets',
    closest: 'No answer, the closest tickets',
    partly: 'Partly similar tickets',
    weak: 'The closest is only distantly similar',
    unsolved: 'There is no sure answer, but the solution may be among the closest',
    other: 'If they are about something else, add detail',
    answer: 'Answer',
    possible: 'Possible answer',
    doubt: 'The ticket that it is written from is only partly similar: check that it is about the same.',
    mayBeOther: 'The ticket that it is written from is similar, but may be about something else: check it.',
    found: 'Solution of a similar ticket',
    possiblyFound: 'Possible solution, of a similar ticket',
    doubtFound: 'The ticket that it is taken from is only partly similar: check that it is about the same.',
    mayBeOtherFound: 'The ticket that it is taken from is similar, but may be about something else: check it.',
    why: {
      'very similar': 'The closest ticket is very similar, but does not answer this for certain.',
      similar: 'The closest ticket is similar, but does not answer this for certain.',
      unknown: 'The tickets that were found do not answer this for certain.',
    },
    next: {
      'very similar': 'Read its solution: it may fit.',
      similar: 'Compare it with your case: it may be about something else.',
      unknown: 'See what was found: the solution may be there.',
    },
  },
} as const;

type Said = {
  readonly heading: string;
  readonly isWeak: boolean;
  readonly advice: string;
  readonly chips: readonly string[];
  readonly answer: string;
  readonly doubt: string;
  readonly why: string;
  readonly next: string;
};

/** The place among the found tickets that an answer is written from: one that cites none from the nearest. */
const basisOf = (outcome: Outcome): number | undefined =>
  ({ 'written from the nearest': 0, uncited: 0, 'written from the other': 1 })[outcome as string];

/** The same of an answer that is the solution of a ticket, which no model has written. */
const extracted = (said: Said, language: Language): Said => {
  const { answer, possible, found, possiblyFound, doubt, doubtFound, mayBeOther, mayBeOtherFound } = words[language];
  const names: Readonly<Record<string, string>> = {
    ...{ [answer]: found, [possible]: possiblyFound },
    ...{ [doubt]: doubtFound, [mayBeOther]: mayBeOtherFound },
  };
  return { ...said, answer: names[said.answer] ?? said.answer, doubt: names[said.doubt] ?? said.doubt };
};

/** What the page is to say. */
const expected = (both: Levels, outcome: Outcome, language: Language): Said => {
  const said = words[language];
  const [nearest, other] = both.split(', ') as ['unknown' | Known, 'unknown' | Known];
  const basis = basisOf(outcome);
  const isDoubtful = basis !== undefined && [nearest, other][basis] === 'remote';
  const chips = [nearest, other].map((level, index) => {
    if (level === 'unknown') return said.ranks[index] ?? '';
    return said.chips[isDoubtful && index === basis ? 'partly' : level];
  });
  const rest = { isWeak: false, advice: '', chips, answer: '', doubt: '', why: '', next: '' };
  const possible = { ...rest, answer: said.possible, doubt: said.doubt };
  if (both === 'remote, remote') {
    if (isDoubtful) return { ...possible, heading: said.partly, isWeak: true, advice: said.other };
    if (basis === undefined) return { ...rest, heading: said.weak, isWeak: true, advice: said.unsolved };
  }
  if (isDoubtful) return { ...possible, heading: said.similar };
  if (basis !== undefined && [nearest, other][basis] === 'similar')
    return { ...possible, heading: said.similar, doubt: said.mayBeOther };
  if (outcome === 'off') return { ...rest, heading: said.similar };
  if (outcome !== 'unanswered') return { ...rest, heading: said.similar, answer: said.answer };
  const level = nearest === 'remote' ? 'unknown' : nearest;
  return { ...rest, heading: said.closest, answer: said.answer, why: said.why[level], next: said.next[level] };
};

const begins = (whole: string, beginning: string): string => (whole.startsWith(beginning) ? beginning : whole);

const shownBy = (page: Element, { advice }: Said): Said => {
  const said = (selector: string) => text(page.querySelector(selector));
  return {
    heading: said('#sources'),
    isWeak: page.querySelector('.source-list-head.is-weak') !== null,
    advice: begins(said('.source-weak p'), advice),
    chips: [...page.querySelectorAll('kb-source .ticket-score-value')].map(text),
    answer: said('kb-answer h2'),
    doubt: said('.answer-doubt'),
    why: said('.answer-note p:not(.answer-note-lead)'),
    next: said('.answer-next li'),
  };
};

/** What a page says that cannot be true together, whatever it should say; `basis` is the place of the ticket that its answer is written from. */
const contradictions = (page: Element, basis: number | undefined, language: Language): readonly string[] => {
  const said = words[language];
  const { heading, chips, answer, doubt, advice, why } = shownBy(page, expected('remote, remote', 'off', language));
  const isKnown = !chips.some((chip) => (said.ranks as readonly string[]).includes(chip));
  const all = text(page.querySelector('.search-layout'));
  const isDistant = (chip: string | undefined) => chip === said.chips.remote;
  const rules: Readonly<Record<string, boolean>> = {
    'an answer, and its ticket is distant': basis !== undefined && isDistant(chips[basis]),
    'an answer, and the nearest is only distantly similar': basis !== undefined && all.includes(said.weak),
    'an answer, and there is no sure one': basis !== undefined && all.includes(said.unsolved),
    'an answer, and there is none': basis !== undefined && (heading === said.closest || why !== ''),
    'a possible answer, and nothing to check': (answer === said.possible) !== (doubt !== ''),
    'a possible answer, and its ticket is very similar':
      answer === said.possible && basis !== undefined && chips[basis] === said.chips['very similar'],
    'an answer without a reserve, and its ticket is not very similar':
      isKnown && answer === said.answer && basis !== undefined && chips[basis] !== said.chips['very similar'],
    'a ticket is partly similar, and no answer is a possible one':
      chips.includes(said.chips.partly) && answer !== said.possible,
    'partly similar tickets, and none is': heading === said.partly && !chips.includes(said.chips.partly),
    'similar tickets, and all are distant': isKnown && heading === said.similar && chips.every(isDistant),
    'the nearest is only distantly similar, and one is not': heading === said.weak && !chips.every(isDistant),
    'no sure answer, and one is similar': advice === said.unsolved && !chips.every(isDistant),
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
};

describe('What is said of a search', () => {
  for (const both of Object.keys(levels) as Levels[]) {
    for (const outcome of Object.keys(outcomes) as Outcome[]) {
      it(`of which the nearest tickets are ${both}, and whose answer is ${outcome}, agrees in all its parts`, async () => {
        for (const language of ['ru', 'en'] as const) {
          chooseLanguage(language);
          const known = { levels: levels[both] };
          const found = { ...replies.found, ...known };
          const reply = outcomes[outcome];
          const answer = typeof reply === 'object' ? { ...reply, ...known } : reply;
          const { page } = answer === undefined ? await searchedOnly(found) : await searched(found, answer);
          const said = expected(both, outcome, language);
          await until(() => text(page.querySelector('kb-answer h2')) === said.answer);
          // Once what formats an answer is loaded.
          await until(() => text(page.querySelector('.answer-doubt')) === said.doubt);
          expect(shownBy(page, said)).to.deep.equal(said);
          expect(contradictions(page, basisOf(outcome), language)).to.deep.equal([]);
          for (const each of [said.why, said.doubt]) expect(announced(page)).to.contain(each);
          if (said.isWeak && said.answer === '') expect(announced(page)).to.contain(said.heading);
        }
      });
    }
  }

  for (const both of Object.keys(levels) as Levels[]) {
    it(`of which the nearest tickets are ${both} calls a solution that no model has written what it is`, async () => {
      for (const outcome of ['written from the nearest', 'written from the other', 'unanswered'] as const) {
        for (const language of ['ru', 'en'] as const) {
          chooseLanguage(language);
          const known = { levels: levels[both], isExtractive: true };
          const { page } = await searched({ ...replies.found, ...known }, { ...outcomes[outcome], ...known });
          const written = expected(both, outcome, language);
          const said = outcome === 'unanswered' ? written : extracted(written, language);
          await until(() => text(page.querySelector('kb-answer h2')) === said.answer);
          await until(() => text(page.querySelector('.answer-doubt')) === said.doubt);
          expect(shownBy(page, said)).to.deep.equal(said);
          expect(announced(page)).to.contain(said.doubt);
          if (outcome !== 'unanswered') expect(announced(page)).to.contain(said.answer);
        }
      }
    });
  }

  it('is accessible where a very similar ticket gives no answer', async () => {
    const known = { levels: levels['very similar, similar'] };
    const { page } = await searched({ ...replies.found, ...known }, { ...outcomes.unanswered, ...known });
    expect(await violations(page)).to.deep.equal([]);
  });
});

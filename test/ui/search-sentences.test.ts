import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { announced, freshBrowser, replies, type Reply, searched, searchedOnly, text, written } from './search-page.ts';
import { until, violations } from './support.ts';

beforeEach(freshBrowser);
afterEach(() => chooseLanguage('ru'));

/** The nearest ticket has .934, the other one .86. */
const levels = {
  verySimilar: { verySimilar: 0.9, similar: 0.5 },
  similar: { verySimilar: 0.99, similar: 0.9 },
  remote: { verySimilar: 0.99, similar: 0.95 },
  unknown: undefined,
} as const;
type Level = keyof typeof levels;
type Language = 'ru' | 'en';

const tooLittle = 'Недостаточно информации в истории обращений.';
/** What comes after the sources; undefined: no answer is wanted. */
const outcomes = {
  off: undefined,
  writing: 'never',
  failed: replies.saying('LLM API error [503]: later'),
  answered: replies.saying(written),
  uncited: replies.saying('Верните порт.'),
  unanswered: replies.saying(tooLittle),
} as const satisfies Record<string, Reply | undefined>;
type Outcome = keyof typeof outcomes;

const words = {
  ru: {
    similar: 'Похожие обращения',
    closest: 'Ответа нет, ближайшие обращения',
    weak: 'Ближайшее похоже лишь отдалённо',
    unsolved: 'Скорее всего, такого ещё не решали.',
    other: 'Если оно о другом, добавьте подробности',
    answer: 'Ответ',
    possible: 'Возможный ответ',
    doubt: 'Ближайшее обращение похоже лишь отдалённо: проверьте, о том ли оно.',
    why: {
      verySimilar: 'Ближайшее обращение очень похоже, но уверенно ответить по нему нельзя.',
      similar: 'Ближайшее обращение похоже, но уверенно ответить по нему нельзя.',
      unknown: 'Уверенно ответить по найденным обращениям нельзя.',
    },
    next: {
      verySimilar: 'Прочитайте его решение: оно может подойти.',
      similar: 'Сравните его со своим случаем: решение может подойти.',
      unknown: 'Посмотрите найденное: решение может быть там.',
    },
  },
  en: {
    similar: 'Similar tickets',
    closest: 'No answer, the closest tickets',
    weak: 'The closest is only distantly similar',
    unsolved: 'Most likely this was not solved before.',
    other: 'If it is about something else, add detail',
    answer: 'Answer',
    possible: 'Possible answer',
    doubt: 'The closest ticket is only distantly similar: check that it is about the same.',
    why: {
      verySimilar: 'The closest ticket is very similar, but does not answer this for certain.',
      similar: 'The closest ticket is similar, but does not answer this for certain.',
      unknown: 'The tickets that were found do not answer this for certain.',
    },
    next: {
      verySimilar: 'Read its solution: it may fit.',
      similar: 'Compare it with your case: its solution may fit.',
      unknown: 'See what was found: the solution may be there.',
    },
  },
} as const;

type Said = {
  readonly heading: string;
  readonly isWeak: boolean;
  readonly advice: string;
  readonly answer: string;
  readonly doubt: string;
  readonly why: string;
  readonly next: string;
};

const nothingMore = { isWeak: false, advice: '', answer: '', doubt: '', why: '', next: '' };

/** What the page is to say. */
const expected = (level: Level, outcome: Outcome, language: Language): Said => {
  const said = words[language];
  const isAnswered = outcome === 'answered' || outcome === 'uncited';
  if (level === 'remote') {
    const weak = { ...nothingMore, heading: said.weak, isWeak: true };
    if (isAnswered) return { ...weak, advice: said.other, answer: said.possible, doubt: said.doubt };
    return { ...weak, advice: said.unsolved };
  }
  if (outcome === 'off') return { ...nothingMore, heading: said.similar };
  if (outcome !== 'unanswered') return { ...nothingMore, heading: said.similar, answer: said.answer };
  const unanswered = { why: said.why[level], next: said.next[level] };
  return { ...nothingMore, heading: said.closest, answer: said.answer, ...unanswered };
};

const begins = (whole: string, beginning: string): string => (whole.startsWith(beginning) ? beginning : whole);

const shownBy = (page: Element, { advice }: Said): Said => {
  const said = (selector: string) => text(page.querySelector(selector));
  return {
    heading: said('#sources'),
    isWeak: page.querySelector('.source-list-head.is-weak') !== null,
    advice: begins(said('.source-weak p'), advice),
    answer: said('kb-answer h2'),
    doubt: said('.answer-doubt'),
    why: said('.answer-note p:not(.answer-note-lead)'),
    next: said('.answer-next li'),
  };
};

describe('What is said of a search', () => {
  for (const level of Object.keys(levels) as Level[]) {
    for (const outcome of Object.keys(outcomes) as Outcome[]) {
      it(`of which the nearest ticket is ${level}, and whose answer is ${outcome}, agrees in all its parts`, async () => {
        for (const language of ['ru', 'en'] as const) {
          chooseLanguage(language);
          const known = { levels: levels[level] };
          const found = { ...replies.found, ...known };
          const reply = outcomes[outcome];
          const answer = typeof reply === 'object' ? { ...reply, ...known } : reply;
          const { page } = answer === undefined ? await searchedOnly(found) : await searched(found, answer);
          const said = expected(level, outcome, language);
          await until(() => text(page.querySelector('kb-answer h2')) === said.answer);
          // Once what formats an answer is loaded.
          await until(() => text(page.querySelector('.answer-doubt')) === said.doubt);
          expect(shownBy(page, said)).to.deep.equal(said);
          for (const each of [said.why, said.doubt]) expect(announced(page)).to.contain(each);
          if (said.isWeak && said.answer === '') expect(announced(page)).to.contain(said.heading);
        }
      });
    }
  }

  it('is accessible where a very similar ticket gives no answer', async () => {
    const known = { levels: levels.verySimilar };
    const { page } = await searched({ ...replies.found, ...known }, { ...outcomes.unanswered, ...known });
    expect(await violations(page)).to.deep.equal([]);
  });
});

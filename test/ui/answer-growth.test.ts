import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Found } from '../../ui/api/records.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { announced, freshBrowser, query, type Reply, replies, searched, text, written } from './search-page.ts';
import { press, settled, until, violations } from './support.ts';

const { found, piece, saying } = replies;

/** A page whose answer has begun; `end` gives its end. */
const begun = async (...pieces: readonly string[]) => {
  const end = Promise.withResolvers<Found | ApiError>();
  const lastWord = pieces.join('').trim().split(/\s+/).at(-1) ?? '';
  return { ...(await growing([...pieces.map(piece), end.promise], lastWord)), end: end.resolve };
};

/** A page whose answer has grown up to this word. */
const growing = async (all: readonly Reply[], lastWord: string) => {
  const { page, asked } = await searched(found, ...all);
  const answer = page.querySelector('kb-answer');
  if (!answer) throw new Error('No answer is shown');
  const shownText = () => text(answer.querySelector('.answer-text'));
  await until(() => shownText().endsWith(lastWord));
  return { page, asked, answer, shownText };
};

describe('An answer that grows', () => {
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(freshBrowser);

  it('is shown as it is written, told once when it is whole, and only then copied', async () => {
    const { page, answer, end } = await begun('Верните порт.\n\n', '1. Откройте `Пар');
    expect(answer.querySelector('.answer-text ol')).not.to.equal(null);
    expect(text(answer.querySelector('.answer-busy'))).to.equal('составляется');
    expect(announced(page)).to.equal('Найдено: 2 обращения. Ответ составляется.');
    expect(answer.querySelector('kb-copy-button, .answer-source, .answer-skeleton')).to.equal(null);
    expect(await violations(page)).to.deep.equal([]);
    end(saying(written));
    await settled();
    expect([...answer.querySelectorAll('.answer-text p')].map(text)).to.deep.equal([
      'Верните порт.',
      'Потом проверьте печать.',
    ]);
    expect(announced(page)).to.equal('Ответ. Верните порт. Потом проверьте печать. Основано на обращении №3977');
    expect(answer.querySelectorAll('kb-copy-button')).to.have.length(2);
    expect(answer.querySelector('.is-growing, .answer-stop')).to.equal(null);
  });

  it('has a caret at its end, which blinks unless motion is reduced', async () => {
    const { answer } = await begun('Верните порт.');
    const caret = () => {
      const last = answer.querySelector('.answer-text p:last-child');
      return last ? getComputedStyle(last, '::after') : undefined;
    };
    expect(caret()?.width).to.equal('8px');
    expect(caret()?.animationName).to.equal('none');
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(caret()?.animationName).to.equal('blink');
    await emulateMedia({ reducedMotion: 'reduce' });
  });

  it('is replaced by the sentence that there is too little information', async () => {
    const { answer, end } = await begun('Недостаточно информации в истории, но ');
    end(saying('Недостаточно информации в истории обращений.'));
    await settled();
    expect(text(answer.querySelector('.answer-note-lead'))).to.equal('Недостаточно информации в истории обращений.');
    expect(answer.querySelector('.answer-text')).to.equal(null);
  });

  it('stays open if it is long, since it was read while it grew', async () => {
    const long = Array.from({ length: 40 }, (_, index) => `- шаг ${index}`).join('\n');
    const { answer, end } = await begun(long);
    end(saying(`${long}\nОсновано на тикете №3977`));
    await until(() => text(answer).includes('Свернуть'));
    expect(answer.querySelector('.is-folded')).to.equal(null);
  });

  for (const [language, say] of [
    [
      'ru',
      { stop: 'Остановить', stopped: 'остановлено', again: 'Запросить ответ ещё раз', told: 'Ответ: остановлено' },
    ],
    ['en', { stop: 'Stop', stopped: 'stopped', again: 'Ask again', told: 'Answer: stopped' }],
  ] as const) {
    it(`can be stopped: its text stays, and it can be asked for again, in ${language}`, async () => {
      chooseLanguage(language);
      const { page, asked, answer, shownText } = await growing([piece('Верните'), 'never', saying(written)], 'Верните');
      const stop = answer.querySelector<HTMLElement>('.answer-stop');
      stop?.focus();
      await press(answer, say.stop);
      expect(shownText()).to.equal('Верните');
      expect(text(answer.querySelector('.answer-time'))).to.equal(say.stopped);
      expect(announced(page)).to.equal(say.told);
      expect(document.activeElement).to.equal(answer.querySelector('section'));
      expect(answer.querySelector('kb-copy-button, .spinner')).to.equal(null);
      expect(await violations(page)).to.deep.equal([]);
      await press(answer, say.again);
      expect(asked).to.deep.equal([`${query}, answer`, `${query}, answer`]);
      expect(shownText()).to.contain('Верните порт.');
      chooseLanguage('ru');
    });
  }

  for (const [language, cut, again] of [
    ['ru', 'Ответ оборвался', 'Запросить ответ ещё раз'],
    ['en', 'The answer broke off', 'Ask again'],
  ] as const) {
    it(`keeps its text and the tickets when it breaks off, and can be asked for again, in ${language}`, async () => {
      chooseLanguage(language);
      const message = 'LLM response error: the gateway broke off its answer';
      const { page, answer, shownText } = await growing(
        [piece('Верните'), saying(message), saying(written)],
        'Верните',
      );
      await until(() => text(answer.querySelector('.search-failure')).includes(cut));
      expect(text(answer.querySelector('code'))).to.equal(message);
      expect(announced(page)).to.contain(cut);
      expect(page.querySelectorAll('kb-source')).to.have.length(2);
      expect(answer.querySelector('kb-copy-button, .is-growing')).to.equal(null);
      expect(await violations(page)).to.deep.equal([]);
      await press(answer, again);
      expect(shownText()).to.contain('Верните порт.');
      chooseLanguage('ru');
    });
  }

  it('keeps its text when the connection breaks, and says so', async () => {
    const { page, answer, end, shownText } = await begun('Верните');
    end(new ApiError(0, 'network error'));
    await settled();
    expect(shownText()).to.equal('Верните');
    expect(text(answer.querySelector('.search-failure'))).to.contain('Ответ оборвался');
    expect(page.querySelectorAll('kb-source')).to.have.length(2);
    expect(await violations(page)).to.deep.equal([]);
  });

  it('keeps the focus in the panel when the button that stops it goes', async () => {
    const { answer, end } = await begun('Верните порт.');
    answer.querySelector<HTMLElement>('.answer-stop')?.focus();
    end(saying(written));
    await settled();
    expect(document.activeElement).to.equal(answer.querySelector('section'));
  });
});

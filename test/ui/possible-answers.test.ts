import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { opened, questionsService, someAnswer } from './questions-service.ts';
import { text } from './search-page.ts';
import { settled, violations } from './support.ts';

describe('The questions of a collection', () => {
  it('say where the answer is only a possible one, as the answer itself does, in both languages', async () => {
    const possible = { ...someAnswer(1), is_tentative: true as const };
    const { page } = await opened(questionsService([possible, someAnswer(2)]));
    const bases = () => [...page.querySelectorAll('.questions-basis')].map(text);
    expect(bases()).to.deep.equal(['Возможное решение из обращения №4711', 'Основано на обращении №4711']);
    expect(await violations(page)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(bases()[0]).to.match(/^Possible solution of ticket No\..4711$/);
    chooseLanguage('ru');
  });
});

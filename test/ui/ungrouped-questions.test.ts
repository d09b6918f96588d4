import { expect } from 'chai';
import { closed, gapsService, opened, several } from './gaps-service.ts';
import { text } from './search-page.ts';
import { press, settled, until, violations } from './support.ts';

describe('Gaps while questions are not grouped yet', () => {
  it('say how many questions are not grouped yet, and look again', async () => {
    const none = () => text(page.querySelector('.tickets-none'));
    const { page } = await opened(gapsService({}, 10, [4, 1]));
    expect(none()).to.equal('Пробелов нет Ещё не сгруппированы 4 вопроса. Посмотреть снова');
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Посмотреть снова');
    await until(() => none().includes('Ещё не сгруппирован 1 вопрос.'));
    await press(page, 'Посмотреть снова');
    await until(() => none().includes('Пробелов нет Трёх похожих вопросов'));
    const listed = await opened(gapsService({ open: several, closed: [closed] }, 10, [2, 2]));
    expect(text(listed.page.querySelector('.gap-foot'))).to.contain('Ещё не сгруппированы 2 вопроса');
    await press(listed.page, 'Закрытые');
    await until(() => listed.page.querySelector('.gap-closed') !== null);
    expect(text(listed.page)).not.to.contain('сгруппированы');
  });

  it('are asked for again by whoever comes back while there are none, or questions are not grouped yet', async () => {
    const comesBack = async (service: ReturnType<typeof gapsService>) => {
      const { page } = await opened(service);
      for (const active of [false, true]) {
        page.active = active;
        await settled();
      }
      return service.asked.length;
    };
    expect(await comesBack(gapsService({}))).to.equal(2);
    expect(await comesBack(gapsService({ open: several }, 10, [1]))).to.equal(2);
    expect(await comesBack(gapsService({ open: several }))).to.equal(1);
  });
});

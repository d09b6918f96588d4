import { sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import { freshBrowser, key, replies, searched, text } from './search-page.ts';
import { press, until, violations } from './support.ts';

const answerId = '2f9a4c7e-5b1d-4e3a-8c6f-0a1b2c3d4e60';
const answered = { ...replies.saying('Верните порт.\nОсновано на тикете №4812'), answerId };

describe('The choice of the ticket that fitted', () => {
  before(() => import('../../ui/pages/search/answer-markdown.ts'));
  beforeEach(freshBrowser);

  it('offers last the ticket that the answer is based on, which has not helped, and outlines on the page what is pointed at', async () => {
    const { page, app } = await searched({ ...replies.found, answerId }, answered);
    await until(() => page.querySelector('kb-verdict') !== null);
    await press(page.querySelector('kb-verdict') ?? page, 'Не помогло');
    const offered = [...page.querySelectorAll('.verdict-choice')];
    expect(offered.map((each) => text(each.querySelector('b')))).to.deep.equal(['№3977', '№4812', '']);
    expect(offered.map((each) => text(each.querySelector('kbd')))).to.deep.equal(['1', '2', '0']);
    expect(await violations(page)).to.deep.equal([]);
    const outlined = () =>
      [...page.querySelectorAll('.source')].map((each) => getComputedStyle(each).boxShadow !== 'none').join();
    const { left, top, width, height } = offered[0]?.getBoundingClientRect() ?? new DOMRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await until(() => outlined() === 'false,true');
    await sendMouse({ type: 'move', position: [0, 0] });
    key(page, '1');
    await until(() => app.verdicts.of(answerId)?.verdict?.ticket_id === '3977');
  });
});

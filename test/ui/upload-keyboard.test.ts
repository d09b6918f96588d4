import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { settled, violations } from './support.ts';
import { catchPosts, FakePost, none, post, previewed, somePreview, textOf } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => {
  chooseLanguage('ru');
  restore();
});

const commandEnter = async (target: EventTarget = document.body, more: KeyboardEventInit = {}): Promise<void> => {
  const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, composed: true };
  target.dispatchEvent(new KeyboardEvent('keydown', { ...enter, ...more }));
  await settled();
};

describe('The preview by keyboard', () => {
  it('is sent with Ctrl+Enter, which its button names, from anywhere but a link and a dialog', async () => {
    const { element } = await previewed();
    expect(textOf(element.querySelector('.preview-send wa-button[variant=brand]'))).to.match(
      /^Отправить 2 131(Ctrl|⌘) ↵$/,
    );
    await commandEnter(element.querySelector('a[href]') ?? document.body);
    await commandEnter(document.body, { ctrlKey: false });
    await commandEnter(document.body, { repeat: true });
    const dialog = document.createElement('dialog');
    element.append(dialog);
    await commandEnter(dialog);
    const beside = document.createElement('button');
    element.parentElement?.append(beside);
    await commandEnter(beside);
    expect(FakePost.all).to.have.length(1);
    await commandEnter(element.querySelector('.preview-column select') ?? document.body);
    expect((await post(2)).path).to.contain('/tickets/upload');
  });

  it('is not sent where nothing can be', async () => {
    const { element } = await previewed(somePreview({ unreadable_count: 1 }));
    await commandEnter(element.querySelector('.preview-skip') ?? document.body);
    expect(FakePost.all).to.have.length(1);
    restore();
    restore = catchPosts();
    await previewed(somePreview({ outcomes: { ...none, duplicate: 3 } }));
    await commandEnter();
    expect(FakePost.all).to.have.length(1);
  });

  it('has a way past its tickets to the bar that sends them, seen with the focus alone', async () => {
    for (const [language, name] of [
      ['ru', 'К отправке'],
      ['en', 'Skip to sending'],
    ] as const) {
      chooseLanguage(language);
      await setViewport({ width: 320, height: 800 });
      const { element } = await previewed();
      const skip = element.querySelector<HTMLElement>('.preview-skip');
      expect(textOf(skip)).to.equal(name);
      expect(skip?.offsetWidth).to.equal(1);
      const [columns, table] = [element.querySelector('.preview-columns'), element.querySelector('.preview-table')];
      const following = Node.DOCUMENT_POSITION_FOLLOWING;
      expect(skip && columns ? columns.compareDocumentPosition(skip) & following : 0).to.equal(following);
      expect(skip && table ? skip.compareDocumentPosition(table) & following : 0).to.equal(following);
      skip?.focus();
      expect(skip?.offsetWidth).to.be.above(60);
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      expect(await violations(element)).to.deep.equal([]);
      skip?.click();
      const bar = element.querySelector('.preview-send');
      expect(document.activeElement === bar).to.equal(true);
      expect(bar?.getAttribute('aria-label')).to.equal(language === 'ru' ? 'Отправка' : 'Sending');
      expect(await violations(element)).to.deep.equal([]);
      restore();
      restore = catchPosts();
    }
  });
});

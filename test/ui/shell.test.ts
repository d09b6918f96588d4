import { setViewport } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import { preventStrayDrops } from '../../ui/browser/file-drag.ts';
import { ShortcutController } from '../../ui/browser/shortcuts.ts';
import '../../ui/components/kb-drop-zone.ts';
import '../../ui/components/kb-shortcuts-dialog.ts';
import type { KbShortcutsDialog } from '../../ui/components/kb-shortcuts-dialog.ts';
import '../../ui/components/kb-toast.ts';
import type { KbToast } from '../../ui/components/kb-toast.ts';
import '../../ui/components/kb-top-bar.ts';
import '../../ui/pages/collection/kb-collection-page.ts';
import { appWith, settled, shown, someCollection, someUser, violations } from './support.ts';

const two = [someCollection({ id: 'first' }), someCollection({ id: 'second', name: 'Доставка' })];

const signedIn = () => {
  const app = appWith();
  app.account.set(someUser);
  app.collections.set(two);
  return app;
};

const choose = async (root: Element, value: string) => {
  const item = root.querySelector(`wa-dropdown-item[value='${value}']`);
  root.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail: { item } }));
  await settled();
};

describe('The top bar', () => {
  it('names page and account and is accessible', async () => {
    const element = await shown(html`<kb-top-bar .pageTitle=${'Настройки'}></kb-top-bar>`, signedIn());
    expect(element.querySelector('[aria-current=page]')?.textContent).to.equal('Настройки');
    expect(element.textContent).to.contain('lead@alfa-service.example');
    expect(await violations(element)).to.deep.equal([]);
  });

  for (const width of [320, 640, 720, 960]) {
    it(`has no part that lies over another one in a window of ${width} px`, async () => {
      await setViewport({ width, height: 600 });
      const app = signedIn();
      const name = 'Техническая поддержка второй линии северо-западного региона';
      app.collections.set([someCollection({ id: 'first', name }), ...two.slice(1)]);
      app.account.set({ ...someUser, email: `${'konstantinopolsky.'.repeat(4)}@krupnaya-kompaniya.example` });
      app.uploads.set([{ collectionId: 'first', percent: 38, stored: 1, total: 3 }]);
      const element = await shown(html`<kb-top-bar .collectionId=${'first'}></kb-top-bar>`, app);
      const parts = [
        ...element.querySelectorAll('.logo, .breadcrumbs > a, .breadcrumbs h1, .top-bar-upload, .account'),
      ];
      const boxes = parts.map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
      const overlaps = boxes.slice(1).filter((box, index) => box.left < (boxes[index]?.right ?? 0) - 0.5);
      expect(overlaps).to.deep.equal([]);
      expect(boxes.at(-1)?.right).to.be.at.most(width);
      await setViewport({ width: 1280, height: 800 });
    });
  }

  it('leads to the upload that runs, with its percentage', async () => {
    const app = signedIn();
    const element = await shown(html`<kb-top-bar .pageTitle=${'Настройки'}></kb-top-bar>`, app);
    expect(element.querySelector('.top-bar-upload')).to.equal(null);
    const running = { collectionId: 'second', percent: 38, stored: 380, total: 1_000 };
    app.uploads.set([running, { ...running, collectionId: 'first' }]);
    await settled();
    const chip = element.querySelector('.top-bar-upload');
    expect(chip?.getAttribute('href')).to.equal('/collections/second/upload');
    expect(chip?.textContent.replace(/\s+/g, ' ')).to.contain('Загрузка 38 %');
    expect(chip?.textContent).to.contain('и ещё 1');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('ends the session from the account menu', async () => {
    const app = signedIn();
    app.session.begin('token', someUser.email);
    const element = await shown(html`<kb-account-menu></kb-account-menu>`, app);
    await choose(element, 'sign-out');
    expect(app.session.token.get()).to.equal(undefined);
  });
});

describe('A collection', () => {
  it('has four tabs and its count, and is accessible', async () => {
    const element = await shown(
      html`<kb-collection-page .collectionId=${'first'} .tab=${'search'}></kb-collection-page>`,
      signedIn(),
    );
    const tabs = [...element.querySelectorAll('.tabs nav a')];
    expect(tabs.map((each) => each.getAttribute('href'))).to.deep.equal([
      '/collections/first',
      '/collections/first/tickets',
      '/collections/first/questions',
      '/collections/first/upload',
    ]);
    expect(tabs.map((each) => each.getAttribute('aria-current'))).to.deep.equal(['page', null, null, null]);
    expect(element.textContent.replaceAll('\u00a0', ' ')).to.contain('4 218 обращений');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('reports that the collection does not exist', async () => {
    const element = await shown(
      html`<kb-collection-page .collectionId=${'gone'} .tab=${'search'}></kb-collection-page>`,
      signedIn(),
    );
    expect(element.textContent).to.contain('Такой коллекции нет');
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('A notice', () => {
  it('never covers the buttons that send a file', async () => {
    const element = await shown<KbToast>(
      html`<kb-toast></kb-toast>
        <div class="preview-send" style="position: fixed; inset-inline: 1rem">
          <p>Уйдёт 3 обращения</p>
          <button>Отправить</button>
        </div>`,
    );
    element.show('Взяли первый файл');
    await settled();
    const [toast, bar] = [element.querySelector('.toast-card'), element.parentElement?.querySelector('.preview-send')];
    expect(toast?.getBoundingClientRect().bottom).to.be.at.most(bar?.getBoundingClientRect().top ?? 0);
  });

  it('is said in a live region that was there before', async () => {
    const element = await shown<KbToast>(html`<kb-toast></kb-toast>`);
    const region = element.querySelector('[role=status]');
    element.show('Скопировано');
    await settled();
    expect(region?.textContent).to.contain('Скопировано');
    expect(await violations(element)).to.deep.equal([]);
  });
});

describe('The drop zone', () => {
  it('fires an event for a dropped file and is accessible', async () => {
    const files: File[] = [];
    const take = ({ detail }: CustomEvent<File>) => files.push(detail);
    const element = await shown(html`<kb-drop-zone @file=${take}></kb-drop-zone>`);
    expect(await violations(element)).to.deep.equal([]);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['[]'], 'tickets.json'));
    element
      .querySelector('label')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    expect(files.map(({ name }) => name)).to.deep.equal(['tickets.json']);
  });
});

describe('A file that is dragged', () => {
  const drag = (target: EventTarget, ...files: readonly File[]) => {
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    // That of a transfer made by a script cannot be set.
    Object.defineProperty(dataTransfer, 'dropEffect', { value: 'move', writable: true });
    const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented ? dataTransfer.dropEffect : 'left alone';
  };
  const file = new File(['[]'], 'tickets.json');

  it('can fall into a drop zone only, and never replaces the page', async () => {
    const element = await shown(
      html`<kb-drop-zone></kb-drop-zone>
        <p>Текст</p>`,
    );
    const end = preventStrayDrops();
    try {
      expect(drag(element.parentElement?.querySelector('p') ?? window, file)).to.equal('none');
      expect(drag(element.querySelector('.drop-zone') ?? window, file)).to.equal('copy');
      // Text dragged into a field is left to the browser.
      expect(drag(document.body)).to.equal('left alone');
    } finally {
      end();
    }
  });
});

describe('Keys', () => {
  const type = (key: string, target: EventTarget = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));

  it('are listed in a dialog that is accessible and switches single ones off', async () => {
    const element = await shown<KbShortcutsDialog>(html`<kb-shortcuts-dialog></kb-shortcuts-dialog>`);
    element.show();
    await settled();
    expect(await violations(element)).to.deep.equal([]);
    element.querySelector('input')?.click();
    expect(localStorage.getItem('precedent.keys')).to.equal('off');
    element.querySelector('input')?.click();
    expect(localStorage.getItem('precedent.keys')).to.equal(null);
  });

  it('work alone and in pairs, but not in fields', async () => {
    const done: string[] = [];
    const element = await shown<KbToast>(html`<kb-toast></kb-toast>`);
    new ShortcutController(element, { j: () => done.push('j'), 'g d': () => done.push('g d') }).hostConnected();
    const field = document.createElement('input');
    element.append(field);
    for (const key of ['j', 'g', 'd']) type(key);
    type('j', field);
    expect(done).to.deep.equal(['j', 'g d']);
    element.remove();
  });

  it('are left to the tab that is shown by the one that is hidden', async () => {
    const done: string[] = [];
    const element = await shown<KbToast>(html`<kb-toast></kb-toast>`);
    new ShortcutController(element, { j: () => done.push('hidden') }, () => false).hostConnected();
    new ShortcutController(element, { j: () => done.push('shown') }, () => true).hostConnected();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
    expect(done).to.deep.equal(['shown']);
    element.remove();
  });

  it('work in the Russian layout, and keep the letters of other Latin ones', async () => {
    const done: string[] = [];
    const element = await shown<KbToast>(html`<kb-toast></kb-toast>`);
    const shortcuts = Object.fromEntries(['j', 'k', '/', '?', 'g d'].map((keys) => [keys, () => done.push(keys)]));
    new ShortcutController(element, shortcuts).hostConnected();
    const press = (key: string, code: string, shiftKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true }));
    press('о', 'KeyJ');
    press('п', 'KeyG');
    press('в', 'KeyD');
    press('.', 'Slash');
    press(',', 'Slash', true);
    press('?', 'Digit7', true);
    // On Dvorak the key J types h, and the key V types k.
    press('h', 'KeyJ');
    press('k', 'KeyV');
    expect(done).to.deep.equal(['j', 'g d', '/', '?', '?', 'k']);
    element.remove();
  });
});

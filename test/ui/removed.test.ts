import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { CollectionSettings, Removed } from '../../ui/api/records.ts';
import '../../ui/components/kb-removed.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { appWith, press, settled, shown, violations } from './support.ts';
import { text } from './tickets-service.ts';

const some: Removed = {
  links: 3,
  link_texts: [
    { text: 'https://firma.ru/заявка?id=7', tickets: 2 },
    { text: 'firma.ru', tickets: 1 },
  ],
  names: [
    { name: 'Алиса Плюс', tickets: 12 },
    { name: 'Ольга', tickets: 1 },
  ],
};

const opened = async (removed = some, words: readonly string[] = ['Рутокен'], failure?: ApiError) => {
  const sent: CollectionSettings[] = [];
  const app = appWith({
    notNames: () => Promise.resolve(words),
    configureCollection: (id, settings) => {
      sent.push(settings);
      return failure && sent.length === 1 ? Promise.reject(failure) : Promise.resolve({ id } as never);
    },
  });
  let freed = 0;
  const part = html`<kb-removed .collectionId=${'one'} .removed=${removed} @freed=${() => freed++}></kb-removed>`;
  const element = await shown(part, app);
  const ask = async (name: string) => {
    await press(element, name);
    return element.querySelector('kb-dialog') ?? element;
  };
  return { app, element, sent, ask, freed: () => freed };
};

afterEach(() => chooseLanguage('ru'));

describe('What was removed from texts', () => {
  it('is told with the number of links and the names, in both languages', async () => {
    const { element } = await opened();
    expect(text(element.querySelector('.removed-links'))).to.equal(
      'Убрано ссылок: 3. Ссылки и адреса сайтов не храним, меток на их месте нет. https://firma.ru/заявка?id=7 в 2 обращениях firma.ru',
    );
    expect([...element.querySelectorAll('.removed-links del')].map(text)).to.deep.equal([
      ...['https://firma.ru/заявка?id=7', 'firma.ru'],
    ]);
    expect([...element.querySelectorAll('.removed-names li')].map(text)).to.deep.equal([
      'Алиса Плюс в 12 обращениях не имя',
      'Ольга не имя',
    ]);
    expect(await violations(element)).to.deep.equal([]);
    chooseLanguage('en');
    await settled();
    expect(text(element)).to.contain('Links removed: 3.').and.contain('in 12 tickets').and.contain('not a name');
  });

  it('is nothing if nothing was removed', async () => {
    const { element } = await opened({ links: 0, link_texts: [], names: [] });
    expect(text(element)).to.equal('');
  });

  it('may be no name: the dialog says what that does, and each word is added to those of the collection', async () => {
    const { app, element, sent, ask, freed } = await opened();
    const dialog = await ask('«Алиса Плюс» – не имя');
    expect(dialog.getAttribute('heading') ?? (dialog as HTMLElement & { heading: string }).heading).to.equal(
      'Не скрывать «Алиса Плюс»?',
    );
    expect(text(dialog))
      .to.contain('Запомним слова: Алиса, Плюс.')
      .and.contain('Если так зовут человека, его имя тоже будет видно.')
      .and.contain('Сохранённые тексты не изменятся');
    expect(text(document.activeElement)).to.equal('Отмена');
    expect(await violations(element)).to.deep.equal([]);
    await press(dialog, 'Не скрывать');
    await settled();
    expect(sent).to.deep.equal([{ not_names: ['Рутокен', 'Алиса', 'Плюс'] }]);
    expect(freed()).to.equal(1);
    expect(app.said).to.deep.equal(['«Алиса Плюс» больше не скрываем']);
    expect(element.querySelector('kb-dialog')).to.equal(null);
  });

  it('stays a name if the dialog is left, the list is full or the service fails', async () => {
    const { ask, sent, element } = await opened();
    await press(await ask('«Ольга» – не имя'), 'Отмена');
    expect(element.querySelector('kb-dialog')).to.equal(null);
    expect(sent).to.deep.equal([]);
    const full = await opened(
      some,
      Array.from({ length: 100 }, (_, index) => `слово${index}`),
    );
    const dialog = await full.ask('«Ольга» – не имя');
    await press(dialog, 'Не скрывать');
    expect(text(dialog)).to.contain('В списке уже 100 слов');
    expect(full.sent).to.deep.equal([]);
    expect(await violations(full.element)).to.deep.equal([]);
    const failing = await opened(some, [], new ApiError(500, 'Internal error'));
    const other = await failing.ask('«Ольга» – не имя');
    await press(other, 'Не скрывать');
    expect(text(other)).to.contain('Внутренняя ошибка');
    expect(failing.freed()).to.equal(0);
    await press(other, 'Не скрывать');
    expect(failing.freed()).to.equal(1);
  });
});

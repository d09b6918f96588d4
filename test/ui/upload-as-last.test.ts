import { expect } from 'chai';
import { settingNames } from '../../ui/browser/storage.ts';
import { forgetChoicesExcept } from '../../ui/pages/upload/last-choice.ts';
import { press, settled, someCollection, violations } from './support.ts';
import { assign, columnsOf, shownAs, titled } from './upload/chosen-columns.ts';
import {
  catchPosts,
  choose,
  csv,
  eventStream,
  FakePost,
  none,
  path,
  post,
  someUpload,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => {
  restore = catchPosts();
  forgetChoicesExcept([]);
});
afterEach(() => {
  restore();
  forgetChoicesExcept([]);
});

const found = titled({ Заявка: 'ticket_id', Суть: 'problem', Ответ: null, Итог: 'solution' });
const byHand = { Ответ: 'solution', Итог: 'solution' } as const;
const chosen = titled({ Заявка: 'ticket_id', Суть: 'problem', ...byHand });

const stored = () => settingNames().filter((name) => name.startsWith('columns.'));

/** Chooses a file in place of the previewed one. */
const chooseOther = async (element: Element, file: File): Promise<void> => {
  const input = element.querySelector<HTMLInputElement>('.upload-file input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};

/** A page on which such a file was sent with other columns than the service finds, and the posts of it. */
const sentByHand = async (first = found, second = chosen) => {
  const page = await uploadPage({ '/uploads/': () => someUpload(), '/previews/': () => ({}) });
  await choose(page.element, csv());
  await (await post()).answer(200, first);
  await assign(page.element, 'Ответ', 'solution');
  await (await post(2)).answer(200, second);
  expect(shownAs(page.element)).to.equal('');
  await press(page.element, 'Отправить');
  await (await post(3)).answer(200, {});
  await until(() => page.element.querySelector('kb-outcome') !== null);
  await press(page.element, 'Загрузить ещё файл');
  return page;
};

describe('The columns of the last upload', () => {
  it('are taken for the next file with the same header, which says so, and can be chosen anew', async () => {
    const { element } = await sentByHand();
    await choose(element, csv('май.csv'));
    const first = await post(4);
    expect(columnsOf(first)).to.equal(null);
    await first.answer(200, found);
    const second = await post(5);
    expect(columnsOf(second)).to.deep.equal(byHand);
    await second.answer(200, chosen);
    await until(() => shownAs(element) === 'Столбцы выбраны как в прошлый раз. Выбрать заново');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Выбрать заново');
    const anew = await post(6);
    expect(columnsOf(anew)).to.equal(null);
    await anew.answer(200, found);
    await until(() => shownAs(element) === 'В прошлый раз такой файл читали иначе. Как в прошлый раз');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Как в прошлый раз');
    expect(columnsOf(await post(7))).to.deep.equal(byHand);
  });

  it('are missed before most of what is stored is updated with others', async () => {
    const { element } = await sentByHand();
    await choose(element, csv());
    await (await post(4)).answer(200, found);
    const duplicates = { ...none, duplicate: 50 };
    await (await post(5)).answer(200, { ...chosen, outcomes: duplicates });
    await until(() => shownAs(element).startsWith('Столбцы выбраны как'));
    await press(element, 'Выбрать заново');
    await (await post(6)).answer(200, { ...found, outcomes: duplicates });
    await until(() => shownAs(element).startsWith('В прошлый раз'));
    expect(element.querySelector('.preview-replaced')).to.equal(null);
    element.querySelector<HTMLInputElement>('.preview-update input')?.click();
    const update = await post(7);
    expect(update.path).to.equal(`${path}/tickets/preview?on_duplicate=update`);
    await update.answer(200, { ...found, outcomes: { ...none, updated: 47, duplicate: 3 } });
    await until(() =>
      textOf(element.querySelector('.preview-replaced')).includes('обновится почти всё, что уже есть: 47 из 50'),
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('are not asked for where the service finds the same ones, nor for another header', async () => {
    const { element } = await sentByHand();
    const other = titled({ Номер: 'ticket_id', Суть: 'problem', Ответ: null, Итог: 'solution' });
    await choose(element, csv());
    await (await post(4)).answer(200, other);
    expect(shownAs(element)).to.equal('');
    await press(element, 'Отправить');
    await (await post(5)).answer(200, {});
    await until(() => element.querySelector('kb-outcome') !== null);
    await press(element, 'Загрузить ещё файл');
    await choose(element, csv());
    await (await post(6)).answer(200, other);
    await until(() => element.querySelector('kb-preview')?.stale === false);
    expect(shownAs(element)).to.equal('');
  });

  it('give way to those that the service finds if the file can not be read with them any more', async () => {
    const { element } = await sentByHand();
    await choose(element, csv());
    await (await post(4)).answer(200, found);
    await (await post(5)).answer(400, { detail: 'columns: the file has no column "Ответ"; found "Заявка"' });
    await until(() => shownAs(element).startsWith('В прошлый раз'));
    expect(element.querySelector('kb-failure')).to.equal(null);
    await press(element, 'Отправить');
    expect(columnsOf(await post(6))).to.equal(null);
  });

  it('are taken for a file that is chosen in place of the one they were chosen for, until the page is closed', async () => {
    const { element } = await uploadPage();
    await choose(element, csv());
    await (await post()).answer(200, found);
    await assign(element, 'Ответ', 'solution');
    await (await post(2)).answer(200, chosen);
    await chooseOther(element, csv('исправленный.csv'));
    expect(columnsOf(await post(3))).to.equal(null);
    await (await post(3)).answer(200, found);
    expect(columnsOf(await post(4))).to.deep.equal(byHand);
    await (await post(4)).answer(200, chosen);
    await until(() => shownAs(element) === 'Столбцы выбраны как в прошлый раз. Выбрать заново');
    expect(stored()).to.deep.equal([], 'nothing was sent');
    await press(element, 'Выбрать заново');
    await (await post(5)).answer(200, found);
    await until(() => shownAs(element) === '');
    await chooseOther(element, csv('ещё раз.csv'));
    await (await post(6)).answer(200, found);
    await until(() => element.querySelector('kb-preview')?.stale === false);
    expect(FakePost.all).to.have.length(6, 'what was chosen anew is not asked for');
  });

  it('are taken also of a file that is left while it is read with them', async () => {
    const stream = eventStream();
    const { element } = await uploadPage({ '/progress': stream.response, '/previews/': () => ({}) });
    await choose(element, csv());
    await (await post()).answer(200, found);
    await assign(element, 'Ответ', 'solution');
    await chooseOther(element, csv('второй.csv'));
    await (await post(3)).answer(200, found);
    expect(columnsOf(await post(4))).to.deep.equal(byHand, 'nothing is known of how it was read');
    await (await post(4)).sent(1);
    await stream.emit('preview', chosen);
    await until(() => element.querySelector('kb-preview')?.partial === true);
    await chooseOther(element, csv('третий.csv'));
    await (await post(5)).answer(200, found);
    await (await post(6)).answer(200, chosen);
    await until(() => shownAs(element).startsWith('Столбцы выбраны как'));
  });

  it('are tried on the sheet they were chosen on where the service takes another, and left where that has another header', async () => {
    const sheets = ['Параметры', 'Обращения'];
    const cover = titled({ Период: null, Октябрь: null }, { sheet: 'Параметры', sheets });
    const table = titled({ Заявка: 'ticket_id', Суть: 'problem', Ответ: 'solution' }, { sheet: 'Обращения', sheets });
    const { element } = await uploadPage({ '/uploads/': () => someUpload(), '/previews/': () => ({}) });
    await choose(element, csv());
    await (await post()).answer(200, cover);
    const select = element.querySelector<HTMLSelectElement>('.preview-place select');
    if (select) select.value = 'Обращения';
    select?.dispatchEvent(new Event('change', { bubbles: true }));
    await (await post(2)).answer(200, table);
    await press(element, 'Отправить');
    await (await post(3)).answer(200, {});
    await until(() => element.querySelector('kb-outcome') !== null);
    await press(element, 'Загрузить ещё файл');
    const later = titled({ Период: null, Ноябрь: null }, { sheet: 'Параметры', sheets });
    await choose(element, csv('ноябрь.csv'));
    await (await post(4)).answer(200, later);
    expect((await post(5)).form.get('sheet')).to.equal('Обращения');
    await (await post(5)).answer(200, table);
    await until(() => shownAs(element).startsWith('Столбцы выбраны как'));
    await chooseOther(element, csv('иной.csv'));
    await (await post(6)).answer(200, titled({ Иное: null }, { sheet: 'Параметры', sheets }));
    await (await post(7)).answer(200, titled({ Код: 'ticket_id' }, { sheet: 'Обращения', sheets }));
    await until(() => textOf(element.querySelector('.preview-columns')).includes('Иное'));
    expect(shownAs(element)).to.equal('');
  });

  it('are not kept of a table whose header has the texts of a ticket, nor beyond the collection', async () => {
    const telling = 'Звонил с +7 912 345-67-89';
    const first = titled({ [telling]: null, Ответ: null });
    await sentByHand(first, titled({ [telling]: 'problem', Ответ: 'solution' }, { outcomes: { ...none, stored: 1 } }));
    expect(stored()).to.deep.equal([]);
    restore();
    restore = catchPosts();
    await sentByHand();
    expect(stored()).to.deep.equal([`columns.${someCollection().id}`]);
    forgetChoicesExcept([someCollection().id]);
    expect(stored()).to.have.length(1);
    forgetChoicesExcept(['another']);
    expect(stored()).to.deep.equal([]);
  });
});

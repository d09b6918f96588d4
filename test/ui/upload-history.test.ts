import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { KbUploadHistory } from '../../ui/pages/upload/kb-upload-history.ts';
import type { UploadRecord } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import {
  catchPosts,
  csv,
  eventStream,
  none,
  path,
  post,
  someProgress,
  someUpload,
  textOf,
  until,
  uploadPage,
  type Answers,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

/** The page at the address of an upload. */
const opened = async (answers: Answers) => {
  const { id } = someUpload();
  const page = await uploadPage(answers, ({ router }) =>
    router.location.set({ path: `/collections/${someCollectionId}/upload`, fragment: id }),
  );
  return page;
};
const someCollectionId = path.split('/')[3] ?? '';

describe('Earlier uploads', () => {
  const list = [
    someUpload({ id: '11111111-1111-4111-8111-111111111111', state: 'running', finished_at: null, total: null }),
    someUpload({ id: '22222222-2222-4222-8222-222222222222', file_name: null, surface: 'api' }),
    someUpload({ id: '33333333-3333-4333-8333-333333333333', state: 'failed', total: null, outcomes: none }),
    someUpload({ id: '44444444-4444-4444-8444-444444444444', state: 'interrupted' }),
  ];

  it('are listed with state, date and counts, page by page, and are accessible', async () => {
    const { element } = await uploadPage({
      'uploads?': (endpoint) =>
        endpoint.includes('after=7')
          ? { uploads: list.slice(2), next: null }
          : { uploads: list.slice(0, 2), next: '7' },
    });
    await until(() => element.querySelectorAll('.history-table tbody tr').length === 2);
    await press(element, 'Показать ещё');
    await until(() => element.querySelectorAll('.history-table tbody tr').length === 4);
    const rows = [...element.querySelectorAll('.history-table tbody tr')].map(textOf);
    expect(rows[0]).to.contain('12 марта 2026');
    expect(rows[0]).to.contain('идёт 1 846');
    expect(rows[1]).to.contain('Обращения без файла через API');
    expect(rows[2]).to.contain('не принята 0');
    expect(rows[3]).to.contain('прервана 1 846 из 2 131');
    expect(element.querySelector('.history-table a')?.getAttribute('href')).to.equal(
      `/collections/${someCollectionId}/upload#11111111-1111-4111-8111-111111111111`,
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('have what is in search of them: after an undo nothing, or what it kept, or what came back', async () => {
    const undo: NonNullable<UploadRecord['undo']> = {
      ...{ withdrawn: 0, corrected: 0, taken_back: 3, left: 0, gone: 0, kept: 0, active: 0 },
      ...{ state: 'finished', surface: 'web' },
      ...{ started_at: '2026-11-21T09:00:00.000Z', finished_at: '2026-11-21T09:01:00.000Z' },
    };
    const of = (id: number, undone: UploadRecord['undo']) =>
      someUpload({
        ...{ id: `${id}1111111-1111-4111-8111-111111111111`, on_duplicate: 'update', total: 57, undo: undone },
        outcomes: { ...none, updated: 3, duplicate: 54 },
      });
    const uploads = [
      of(1, undo),
      of(2, { ...undo, state: 'running', finished_at: null, active: null, taken_back: 1 }),
      of(3, { ...undo, active: null, kept: 2 }),
      of(4, { ...undo, active: 5, kept: 2 }),
      of(5, null),
      { ...of(6, null), outcomes: { ...none, stored: 4, updated: 3, duplicate: 50 } },
    ];
    const { element } = await uploadPage({
      'uploads?': () => ({ uploads, next: null }),
      progress: eventStream().response,
    });
    await until(() => element.querySelectorAll('.history-table tbody tr').length === 6);
    const stored = [...element.querySelectorAll('.history-table td.number')].map(textOf);
    const updated = 'обновлено 3 из 57';
    expect(stored).to.deep.equal(['0 из 57', updated, '2 из 57', '5 из 57', updated, `4, ${updated}`]);
  });

  it('are replaced by the reason if they cannot be loaded, and the page is accessible', async () => {
    const { element } = await uploadPage({ 'uploads?': () => Promise.reject(new ApiError(0, 'offline')) });
    await until(() => element.querySelector('kb-failure') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('История загрузок не загрузилась');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('are requested again from the page that failed', async () => {
    let online = true;
    const { element } = await uploadPage({
      'uploads?': (endpoint) => {
        if (!online) return Promise.reject(new ApiError(0, 'offline'));
        return endpoint.includes('after=7')
          ? { uploads: list.slice(3), next: null }
          : { uploads: list.slice(0, 3), next: '7' };
      },
    });
    const table = element.querySelector<KbUploadHistory>('kb-upload-history');
    const rows = () => element.querySelectorAll('.history-table tbody tr').length;
    await until(() => rows() === 3);
    online = false;
    if (table) table.version += 1;
    await until(() => element.querySelector('kb-failure') !== null);
    online = true;
    await press(element, 'Повторить');
    // Not the page after those that are shown: it was the newest ones that did not come.
    await until(() => element.querySelector('kb-failure') === null);
    expect(rows()).to.equal(3);
    await press(element, 'Показать ещё');
    await until(() => rows() === 4);
  });

  it('are opened by their address, and lead to the upload of another file', async () => {
    const { element, app } = await opened({ '/uploads/': () => someUpload() });
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Загрузить ещё файл');
    expect(app.visited).to.deep.equal([`/collections/${someCollectionId}/upload`]);
  });

  it('are followed while they run, without a way to stop them, and are accessible', async () => {
    const stream = eventStream();
    const { element, app } = await opened({
      progress: stream.response,
      '/uploads/': () => someUpload({ state: 'running', finished_at: null }),
    });
    await stream.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress b')) === 'Обработано 1 282 из 2 131');
    expect(element.textContent).not.to.contain('Остановить');
    expect(element.textContent).not.to.contain('Не закрывайте вкладку');
    expect(await violations(element)).to.deep.equal([]);
    await stream.emit('outcome', someUpload());
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(app.said.map((each) => each.replace(/\s/g, ' '))).to.deep.equal([
      'Загрузка закончена: добавлено 1 846 обращений',
    ]);
  });

  it('that are not there are named as such, and cannot be asked for again', async () => {
    const { element } = await opened({
      '/uploads/': () => Promise.reject(new ApiError(404, 'Upload not found', { code: 'upload-not-found' })),
    });
    await until(() => element.querySelector('kb-failure') !== null);
    expect(textOf(element.querySelector('kb-failure'))).to.contain('Такой загрузки нет');
    expect(element.querySelector('kb-failure wa-button')).to.equal(null);
  });

  it('go on with the same id when the same file is chosen', async () => {
    const { element, app } = await opened({ '/uploads/': () => someUpload({ state: 'interrupted' }) });
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.notice'))).to.contain('Отправьте тот же файл ещё раз');
    expect(await violations(element)).to.deep.equal([]);
    element.querySelector('kb-outcome')?.dispatchEvent(new CustomEvent('file', { detail: csv() }));
    const sent = await post();
    expect(sent.headers['Upload-Id']).to.equal(someUpload().id);
    expect(app.visited).to.deep.equal([`/collections/${someCollectionId}/upload`]);
    app.router.location.set({ path: `/collections/${someCollectionId}/upload`, fragment: '' });
    await sent.answer(400, { detail: 'Upload-Id was used for another upload' });
    await until(() => element.querySelector('kb-drop-zone') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('Это другой файл или другие столбцы');
  });

  it('say why they were refused, and are accessible', async () => {
    const refused = someUpload({
      ...{ state: 'failed', total: null, outcomes: none },
      detail: 'row 1: no column ticket_id ("Номер"); found "Шифр", "Описание"',
    });
    const { element } = await opened({ '/uploads/': () => refused });
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.outcome'))).to.contain(
      'Файл не приняли файл «обращения.csv» за 3 мин 12 с Строка 1: нет столбца с номером обращения; есть «Шифр», «Описание»',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('that are missing are reported, and the page is accessible', async () => {
    const { element } = await opened({});
    await until(() => element.querySelector('kb-failure') !== null);
    expect(await violations(element)).to.deep.equal([]);
    await settled();
  });
});

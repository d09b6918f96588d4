import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import type { UploadRecord } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import {
  type Answers,
  catchPosts,
  choose,
  csv,
  eventStream,
  none,
  path,
  post,
  somePreview,
  someUpload,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => {
  chooseLanguage('ru');
  restore();
});

/** The page at the address of an upload. */
const recordOf = async (upload: UploadRecord, answers: Answers = {}) => {
  const page = await uploadPage({ '/uploads/': () => upload, ...answers }, ({ router }) =>
    router.location.set({ path: `/collections/${path.split('/')[3] ?? ''}/upload`, fragment: upload.id }),
  );
  await until(() => page.element.querySelector('kb-outcome') !== null);
  return page;
};

describe('An upload that updates', () => {
  const first = somePreview({ outcomes: { ...none, stored: 2, duplicate: 9 } });
  const second = somePreview({ outcomes: { ...none, stored: 2, updated: 4, duplicate: 5 }, unchanged: 5 });

  const previewed = async () => {
    const page = await uploadPage();
    await choose(page.element, csv());
    await (await post()).answer(200, first);
    return page;
  };
  const tick = async (element: Element) => {
    element.querySelector<HTMLInputElement>('.preview-update input')?.click();
    await settled();
  };

  it('says which row a repeated number is of, and advises to update only what is stored', async () => {
    const repeats = [{ index: 0, row: 2, same: true }, { index: 0, row: 2, same: false }, undefined];
    const skipped = repeats.map((repeat, at) => ({
      ...{ ticket_id: 's', index: 50 + at, row: 52 + at, outcome: 'duplicate' as const, excerpt: null },
      ...(repeat && { repeats: repeat }),
    }));
    const outcomes = { ...none, stored: 2, duplicate: 2 };
    const inFile = { ...first, skipped: skipped.slice(0, 2), outcomes, repeated: 2 };
    const { element } = await uploadPage();
    await choose(element, csv());
    await (await post()).answer(200, inFile);
    const remarks = () => [...element.querySelectorAll('.preview-remarks tbody tr')].map(textOf);
    expect(remarks()[0]).to.contain('Точная копия строки 2, пропустим.').and.not.to.contain('отметьте');
    expect(remarks()[1]).to.contain('Этот номер уже есть в строке 2, берём первое.').and.not.to.contain('отметьте');
    expect(element.querySelector('.preview-update')).to.equal(null, 'nothing of it is stored');
    const { element: next } = await uploadPage();
    await choose(next, csv());
    await (await post(2)).answer(200, { ...inFile, skipped, outcomes: { ...outcomes, duplicate: 3 } });
    expect(textOf(next.querySelector('.preview-remarks tbody tr:nth-child(3)'))).to.contain(
      'отметьте «Обновить то, что изменилось»',
    );
    expect(next.querySelector('.preview-update')).not.to.equal(null);
    const { element: blocked } = await uploadPage();
    await choose(blocked, csv());
    await (await post(3)).answer(200, { ...first, unreadable_count: 1 });
    expect(textOf(blocked.querySelector('.preview-send'))).to.contain('Не читается');
    expect(blocked.querySelector('.preview-update')).to.equal(null, 'nothing can be sent');
  });

  it('says in its bar why the file was not read again, with the way to try it, and nothing that is not known', async () => {
    const { element } = await previewed();
    await tick(element);
    await (await post(2)).answer(429, { detail: 'Rate limit exceeded' }, { 'Retry-After': '1' });
    const bar = () => textOf(element.querySelector('.preview-send'));
    await until(() => bar().includes('Слишком много запросов. Уже можно продолжить. Повторить'));
    expect(element.querySelectorAll('kb-failure')).to.have.length(1);
    expect(bar()).not.to.match(/Изменятся обращения|Отправлять нечего|Отправить/);
    expect(await violations(element)).to.deep.equal([]);
    await press(element.querySelector('.preview-send') ?? element, 'Повторить');
    await (await post(3)).answer(200, second);
    expect(bar()).to.contain('Изменятся обращения: 4');
  });

  it('is chosen where the file has tickets that are stored already: counted before, and sent so', async () => {
    const { element } = await previewed();
    expect(textOf(element.querySelector('.preview-update'))).to.contain('Обновить то, что изменилось');
    expect(await violations(element)).to.deep.equal([]);
    await tick(element);
    const again = await post(2);
    expect(again.path).to.equal(`${path}/tickets/preview?on_duplicate=update`);
    await again.answer(200, second);
    await until(() =>
      textOf(element.querySelector('.preview-update')).includes('Изменятся обращения: 4, без изменений: 5'),
    );
    expect(textOf(element.querySelector('.preview-send'))).to.contain('6 обращений отправим');
    expect(textOf(element.querySelector('.preview-send'))).to.contain('из них обновим 4');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Отправить 6');
    expect((await post(3)).path).to.equal(`${path}/tickets/upload?on_duplicate=update`);
  });

  it('tells new tickets from those that change, with the old text beside the new, and from those that stay', async () => {
    const { element } = await previewed();
    expect(element.querySelector('.preview-kind')).to.equal(null);
    await tick(element);
    const at = (row: number) => ({ ticket_id: `т${row}`, index: row - 2, row });
    const solution = { name: 'solution', before: 'Сняли старую ленту.', after: 'Сняли защитную ленту.' } as const;
    const client = { name: 'client', before: null, after: null } as const;
    const updated = [
      { ...at(5), changed: [solution] },
      { ...at(9), changed: [client] },
    ];
    const changed_fields = [
      { name: 'solution', tickets: 3 },
      { name: 'client', tickets: 1 },
    ];
    const updates = { changed_fields, added: [at(2), at(3)], updated, unchanged: [at(4)], kept_by_hand: 1 };
    await (await post(2)).answer(200, { ...second, updates });
    await until(() => element.querySelectorAll('.preview-kind').length === 3);
    expect(textOf(element.querySelector('.preview-update'))).to.contain(
      'Изменятся обращения: 4 (решение 3, клиент 1), без изменений: 5.',
    );
    expect(textOf(element.querySelector('.preview-update'))).to.contain(
      'Исправленное вручную не тронем, если в файле оно прежнее: 1.',
    );
    const kinds = [...element.querySelectorAll<HTMLDetailsElement>('.preview-kind')];
    expect(kinds.map((kind) => [textOf(kind.querySelector('summary')), kind.open])).to.deep.equal([
      ...[
        ['Изменятся 4', true],
        ['Новые 2', false],
        ['Без изменений 5', false],
      ],
    ]);
    expect(kinds.map((kind) => [...kind.querySelectorAll('li')].map(textOf))).to.deep.equal([
      ['Строка 5 №т5 изменится: решение Сняли старую защитную ленту.', 'Строка 9 №т9 изменится: клиент'],
      ['Строка 2 №т2', 'Строка 3 №т3'],
      ['Строка 4 №т4'],
    ]);
    expect([...element.querySelectorAll('.preview-kind del, .preview-kind ins')].map(textOf)).to.deep.equal([
      ...['старую', 'защитную'],
    ]);
    expect(textOf(kinds[0] ?? null)).to.contain('Показаны первые 2.');
    expect(await violations(element)).to.deep.equal([]);
    chooseLanguage('en');
    await until(() => textOf(element).includes('Changed 4'));
    expect(textOf(element)).to.contain('No. т5 changes: solution');
  });

  it('can be taken back, and is not offered where nothing is stored already', async () => {
    const { element } = await previewed();
    await tick(element);
    await (await post(2)).answer(200, second);
    await until(() => element.querySelector<HTMLInputElement>('.preview-update input')?.checked === true);
    await tick(element);
    const again = await post(3);
    expect(again.path).to.equal(`${path}/tickets/preview`);
    await again.answer(200, somePreview({ outcomes: { ...none, stored: 2 } }));
    await until(() => element.querySelector('.preview-update') === null);
  });

  it('has its updates in the outcome', async () => {
    const upload = someUpload({ on_duplicate: 'update', outcomes: { ...none, stored: 2, updated: 4, duplicate: 5 } });
    const { element } = await recordOf(upload);
    expect(textOf(element.querySelector('.outcome-lead'))).to.equal('Добавлено 2 обращения, обновлено 4');
    const rows = [...element.querySelectorAll('.outcome-legend tbody tr')].map(textOf);
    expect(rows[1]).to.contain('Обновлено в файле было иначе, прежнее осталось в истории обращения 4 36,4 %');
    const only = await recordOf(someUpload({ outcomes: { ...none, updated: 4 } }));
    expect(textOf(only.element.querySelector('.outcome-lead'))).to.equal('Обновлено 4 обращения');
  });

  it('that is undone says that texts came back, not that nothing was hidden, and how to get those of the file again', async () => {
    const upload = someUpload({ on_duplicate: 'update', outcomes: { ...none, updated: 47, duplicate: 3 } });
    const figures = { withdrawn: 0, corrected: 0, taken_back: 47, left: 0, gone: 0, kept: 0 };
    const times = { started_at: '2026-11-21T09:00:00.000Z', finished_at: '2026-11-21T09:01:00.000Z' };
    const undo = { ...figures, ...times, state: 'running', surface: 'web', active: null } as const;
    const stream = eventStream();
    const running = { ...upload, undo: { ...undo, finished_at: null } };
    const { element, app } = await recordOf(running, { progress: stream.response });
    await stream.emit('outcome', { ...upload, undo: { ...undo, state: 'finished', active: 0 } });
    await until(() => textOf(element.querySelector('.undo-state')).startsWith('отменена'));
    expect(textOf(element.querySelector('.undo-state'))).to.match(
      /^отменена 47 обращений вернулись к прежнему тексту, 21 ноября/,
    );
    expect(app.said.map((each) => each.replace(/\s/g, ' '))).to.deep.equal([
      'Загрузка отменена: 47 обращений вернулись к прежнему тексту',
    ]);
    expect(textOf(element.querySelector('.outcome-legend'))).to.contain('отмена вернула прежний текст: 47');
    expect(textOf(element)).not.to.match(/скрыт[оы]|Скрыто|Вернуть все/);
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Загрузить файл снова');
    expect(app.visited.at(-1)).to.match(/\/upload$/);
    // The router of the test only notes where it was sent.
    app.router.location.set({ path: app.visited.at(-1) ?? '', fragment: '' });
    await until(() => element.querySelector('.upload-again') !== null);
    expect(textOf(element.querySelector('.upload-again'))).to.equal(
      'Выберите файл «обращения.csv». Столбцы возьмём как в прошлый раз. То, что изменилось, обновим.',
    );
    await until(() => document.activeElement === element.querySelector('kb-drop-zone input'));
    expect(await violations(element)).to.deep.equal([]);
    await choose(element, csv());
    expect((await post()).path).to.equal(`${path}/tickets/preview?on_duplicate=update`);
  });

  it('goes on as one when its file is chosen again', async () => {
    const interrupted = someUpload({ on_duplicate: 'update', state: 'interrupted' });
    const { element } = await recordOf(interrupted);
    element.querySelector('kb-outcome')?.dispatchEvent(new CustomEvent('file', { detail: csv() }));
    expect((await post()).path).to.equal(`${path}/tickets/upload?on_duplicate=update`);
  });
});

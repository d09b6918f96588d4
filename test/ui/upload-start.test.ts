import { expect } from 'chai';
import { html } from 'lit';
import { press, settled, shown, someCollection, stoppedTime, violations } from './support.ts';
import {
  FakePost,
  catchPosts,
  choose,
  csv,
  path,
  post,
  somePreview,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const drop = (target: EventTarget, ...files: readonly File[]) => {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
};

describe('The upload page at its start', () => {
  it('takes a file, names templates and rules, and is accessible', async () => {
    const { element } = await uploadPage();
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
    const links = [...element.querySelectorAll('.upload-templates a')].map((each) => each.getAttribute('href'));
    expect(links).to.deep.equal(['/templates/tickets.csv', '/templates/tickets.xlsx', '/templates/tickets.json']);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('refuses a file of a wrong kind before anything is sent, and is accessible', async () => {
    const { element } = await uploadPage();
    await choose(element, new File(['%PDF'], 'отчёт.pdf'));
    expect(textOf(element.querySelector('[role=alert]'))).to.match(/^\s*Формат не подходит/);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('refuses a text that is named as a workbook, and takes a workbook and JSON that are', async () => {
    const { element } = await uploadPage();
    await choose(element, new File(['Номер;Вопрос\n1;Не входит\n'], 'протокол.xlsx'));
    await until(() => element.querySelector('[role=alert]') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('назван .xlsx, но внутри не книга');
    for (const start of ['PK\u0003\u0004', '\ufeff[{}]', ' {"tickets":[]}']) {
      const other = await uploadPage();
      await choose(other.element, new File([start], 'выгрузка.xlsx'));
      expect(other.element.querySelector('[role=alert]')).to.equal(null);
    }
  });

  it('takes every file that can be chosen, however it ends', async () => {
    for (const name of ['выгрузка.json.gz', 'выгрузка.JSONL', 'выгрузка.ndjson', 'выгрузка.csv.gz']) {
      const { element } = await uploadPage();
      expect(element.querySelector<HTMLInputElement>('input[type=file]')?.accept).to.contain(
        name.split('.').at(-1)?.toLowerCase(),
      );
      await choose(element, new File(['{}'], name));
      expect(element.querySelector('[role=alert]'), name).to.equal(null);
    }
  });

  it('names the command line for a file above 50 MB, and is accessible', async () => {
    const { element } = await uploadPage();
    const large = csv("вс'е.csv");
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 });
    await choose(element, large);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('больше 50 МБ');
    expect(textOf(element.querySelector('.upload-command code'))).to.contain(
      String.raw`npm run upload -- 'вс'\''е.csv' --collection`,
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('refuses an empty file, an old workbook and one that has gone', async () => {
    const { element } = await uploadPage();
    const gone = csv();
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    const compound = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'a.xlsx');
    const all = [
      [csv('a.csv', ''), 'Файл пустой'],
      [new File(['x'], 'a.xls'), 'в старом формате .xls'],
      [compound, 'в старом формате .xls'],
      [gone, 'Файл не читается'],
    ] as const;
    for (const [file, why] of all) {
      await choose(element, file);
      await until(() => textOf(element.querySelector('[role=alert]')).includes(why));
    }
  });

  it('takes a file that is dropped anywhere in the window, the first of several', async () => {
    const { element, app } = await uploadPage();
    const over = new DragEvent('dragover', { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true });
    over.dataTransfer?.items.add(csv());
    document.body.dispatchEvent(over);
    await settled();
    expect(over.defaultPrevented).to.equal(true);
    expect(textOf(element.querySelector('.upload-overlay'))).to.equal('Отпустите, чтобы прочитать файл');
    expect(await violations(element)).to.deep.equal([]);
    drop(document.body, csv('первый.csv'), csv('второй.csv'));
    const { form } = await post();
    expect((form.get('file') as File).name).to.equal('первый.csv');
    expect(app.said).to.deep.equal(['За раз загружается один файл; взяли первый.']);
    expect(element.querySelector('.upload-overlay')).to.equal(null);
  });

  it('reads a file that falls into the drop zone once', async () => {
    const { element } = await uploadPage();
    drop(element.querySelector('.drop-zone') ?? element, csv());
    await post();
    await settled();
    expect(FakePost.all).to.have.length(1);
  });

  it('takes the file that was dropped before the collection existed', async () => {
    const { app } = await uploadPage({}, ({ pendingUpload }) =>
      pendingUpload.set({ source: 'file', file: csv('первый.csv') }),
    );
    const { form } = await post();
    expect((form.get('file') as File).name).to.equal('первый.csv');
    expect(app.pendingUpload.get()).to.equal(undefined);
  });

  it('is read as the desk that was chosen before the collection existed', async () => {
    const { element } = await uploadPage({}, ({ pendingUpload }) =>
      pendingUpload.set({ source: 'zendesk', file: new File(['[]'], 'tickets.json') }),
    );
    const { form } = await post();
    expect(form.get('read_as')).to.equal('zendesk');
    expect(element.querySelector('kb-upload-start')).to.equal(null);
  });

  it('offers example tickets only while the collection is empty', async () => {
    const { element, app } = await uploadPage();
    const offers = async (count: number) => {
      const collection = someCollection({ ticket_count: count });
      const page = await shown(html`<kb-upload-page .collection=${collection} .active=${true}></kb-upload-page>`, app);
      return page.textContent.includes('Попробовать на примерах');
    };
    expect(element.textContent).not.to.contain('Попробовать на примерах');
    expect([await offers(0), await offers(1)]).to.deep.equal([true, false]);
  });
});

describe('A file that is read', () => {
  it('is sent to the preview with the token in a header, shows how much was sent, and is accessible', async () => {
    const { element } = await uploadPage();
    await choose(element, csv());
    const sent = await post();
    expect(sent.path).to.equal(`${path}/tickets/preview`);
    expect(sent.headers['Authorization']).to.equal('Bearer token');
    expect(sent.headers['Upload-Id']).to.equal(undefined);
    await sent.sent(0.25);
    expect(textOf(element.querySelector('.progress'))).to.contain('передано 25 %');
    await sent.sent(1);
    expect(element.querySelector('wa-progress-bar')?.indeterminate).to.equal(true);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('stays in the drop zone with the reason and the row if it cannot be read', async () => {
    const { element } = await uploadPage();
    const unreadable = [
      {
        index: null,
        row: 12,
        detail: 'row 12, column 3: text after a closing quote; double the quotes that belong to the text',
        excerpt: null,
      },
    ];
    await choose(element, csv());
    const empty = { columns: [], total: 0, tickets: [], skipped: [], unreadable, unreadable_count: 1 };
    await (await post()).answer(200, somePreview(empty));
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('Строка 12, столбец 3: лишняя кавычка');
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
    expect(await violations(element)).to.deep.equal([]);
  });

  it('stays in the drop zone if the service refuses it', async () => {
    const { element } = await uploadPage();
    await choose(element, csv('a.json', '{}'));
    await (await post()).answer(400, { detail: 'Unknown file format: send a JSON array of tickets, a CSV file' });
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('Формат не узнан');
  });

  it('says that there is no connection, is accessible, and is read when it is back', async () => {
    const { element } = await uploadPage();
    await choose(element, csv());
    await (await post()).break();
    expect(textOf(element.querySelector('[role=alert]'))).to.equal('Файл не прочитан Нет связи с сервисом.');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Повторить');
    await (await post(2)).answer(200, somePreview());
    expect(element.querySelector('kb-preview')).not.to.equal(null);
  });

  it('counts down after too many requests, and is accessible', async () => {
    const { element } = await uploadPage();
    stoppedTime();
    await choose(element, csv());
    await (await post()).answer(429, { detail: 'Rate limit exceeded' }, { 'Retry-After': '23' });
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('через 23 секунды');
    expect(textOf(element.querySelector('kb-failure wa-button'))).to.contain('Повторить, 23');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('leads to the list of collections if the collection was deleted, to the login if the session has ended', async () => {
    const { element, app } = await uploadPage();
    await choose(element, csv());
    await (await post()).answer(404, { detail: 'Collection not found' });
    expect(app.collections.value()).to.have.length(1);
    await press(element, 'Повторить');
    await (await post(2)).answer(401, { detail: 'Not authenticated' });
    expect(app.session.token.get()).to.equal(undefined);
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
  });
});

import { expect } from 'chai';
import { press, settled, violations } from './support.ts';
import {
  previewGone,
  accepted,
  type Answers,
  catchPosts,
  choose,
  csv,
  eventStream,
  path,
  post,
  previewed,
  somePreview,
  someProgress,
  someUpload,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const assign = async (element: Element, value = 'solution') => {
  const select = element.querySelectorAll<HTMLSelectElement>('.preview-columns select')[4];
  if (!select) throw new Error('There is no select');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};

describe('A previewed file', () => {
  it('is named for other columns and for the upload: its bytes are sent once', async () => {
    const { element } = await previewed();
    const id = (await post(1)).headers['Preview-Id'] ?? '';
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    await assign(element);
    const again = await post(2);
    expect(again.headers['Preview-Id']).to.equal(id);
    expect(again.form.get('file')).to.equal(null);
    expect(JSON.parse(again.form.get('columns') as string)).to.include({ Оператор: 'solution' });
    await again.answer(200, somePreview());
    await press(element, 'Отправить');
    const upload = await post(3);
    expect(upload.path).to.equal(`${path}/tickets/upload`);
    expect(upload.headers).to.include({ 'Preview-Id': id, Prefer: 'respond-async' });
    expect(upload.form.get('file')).to.equal(null);
    expect(JSON.parse(upload.form.get('columns') as string)).to.include({ Оператор: 'solution' });
    await accepted(upload);
  });

  it('is sent again by itself if the service does not keep it any more', async () => {
    const { element } = await previewed();
    await assign(element);
    await (await post(2)).answer(404, ...previewGone);
    const again = await post(3);
    expect(again.form.get('file')).to.be.instanceOf(File);
    expect(again.headers['Preview-Id']).to.equal((await post(1)).headers['Preview-Id']);
    await again.answer(200, somePreview());
    await press(element, 'Отправить');
    const named = await post(4);
    await named.answer(404, ...previewGone);
    const upload = await post(5);
    expect(upload.form.get('file')).to.be.instanceOf(File);
    expect(upload.headers['Preview-Id']).to.equal(undefined);
    expect(upload.headers['Upload-Id']).to.equal(named.headers['Upload-Id']);
    expect(textOf(element)).not.to.contain('не найден');
  });

  it('shows how much of it is read, and its first tickets at once; a column can be changed meanwhile, and is accessible', async () => {
    const stream = eventStream();
    const { element, asked } = await uploadPage({ '/previews/': stream.response });
    await choose(element, csv());
    const sent = await post();
    await sent.sent(1);
    const id = sent.headers['Preview-Id'] ?? '';
    await until(() => asked.includes(`GET ${path}/previews/${id}/progress`));
    const heading = () => textOf(element.querySelector('.progress b'));
    await stream.emit('progress', { tickets: 4210, share: 0.34 });
    await until(() => heading() === 'Читаем файл: 34 %, 4 210 обращений');
    expect(element.querySelector('wa-progress-bar')?.value).to.equal(34);
    await stream.emit('preview', somePreview({ total: 100 }));
    await until(() => element.querySelector('kb-preview') !== null);
    expect(element.querySelectorAll('.preview-table tbody tr')).to.have.length(4);
    expect(element.querySelector('.preview-send')).to.equal(null);
    expect(heading()).to.equal('Читаем файл: 34 %, 4 210 обращений');
    expect(await violations(element)).to.deep.equal([]);
    const preview = element.querySelector('kb-preview');
    await assign(element);
    expect(sent.isAborted).to.equal(true);
    const again = await post(2);
    expect([again.headers['Preview-Id'], again.form.get('file')]).to.deep.equal([id, null]);
    await again.answer(200, somePreview());
    expect(element.querySelector('kb-preview')).not.to.equal(null);
    expect(element.querySelector('.preview-send')).not.to.equal(null);
    expect(preview).not.to.equal(undefined);
  });

  it('is deleted by the service when it is removed, or another file is chosen that cannot be read', async () => {
    const { element, asked } = await previewed();
    const id = (await post(1)).headers['Preview-Id'] ?? '';
    await press(element, 'Убрать файл');
    expect(asked).to.include(`DELETE ${path}/previews/${id}`);
    expect(element.querySelector('kb-drop-zone')).not.to.equal(null);
    await choose(element, csv());
    const again = await post(2);
    await again.answer(200, somePreview());
    const picker = element.querySelector<HTMLInputElement>('.upload-file-picker input');
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'a.xls'));
    Object.assign(picker ?? {}, { files: files.files });
    picker?.dispatchEvent(new Event('change'));
    await until(() => asked.includes(`DELETE ${path}/previews/${again.headers['Preview-Id'] ?? ''}`));
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('XLS');
  });

  it('needs no stream when it is read at once', async () => {
    const { element, asked } = await previewed();
    await new Promise((done) => setTimeout(done, 400));
    expect(asked.some((endpoint) => endpoint.includes('/previews/'))).to.equal(false);
    expect(element.querySelector('kb-preview')).not.to.equal(null);
  });
});

const running = { collectionId: path.slice(-36), uploadId: someUpload().id };
const remember = () => localStorage.setItem('precedent.uploads', JSON.stringify([running]));

describe('An upload whose page was reloaded', () => {
  const follow = async (answers: Answers = {}) => {
    remember();
    const stream = eventStream();
    const record = someUpload({ state: 'running', total: null, finished_at: null });
    const page = await uploadPage({ progress: stream.response, '/uploads/': () => record, ...answers });
    return { ...page, stream };
  };

  it('is shown again with its progress, in the bar of every page too, is accessible, and ends', async () => {
    const { element, app, stream } = await follow();
    await until(() => element.querySelector('kb-upload-progress') !== null);
    await stream.emit('progress', someProgress());
    await until(() => textOf(element.querySelector('.progress b')) === 'Обработано 1 282 из 2 131');
    expect(textOf(element.querySelector('.upload-file'))).to.contain('обращения.csv');
    expect(app.uploads.get().map(({ percent }) => percent)).to.deep.equal([60]);
    expect(await violations(element)).to.deep.equal([]);
    await stream.emit('outcome', someUpload());
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(app.uploads.get()).to.deep.equal([]);
    expect(localStorage.getItem('precedent.uploads')).to.equal(null);
  });

  it('can be stopped', async () => {
    const { element, asked } = await follow({ '/stop': () => someUpload({ state: 'stopped' }) });
    await until(() => element.querySelector('kb-upload-progress') !== null);
    await press(element, 'Остановить');
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(asked).to.include(`POST ${path}/uploads/${running.uploadId}/stop`);
    expect(textOf(element.querySelector('.notice'))).to.contain('Загрузка остановлена');
  });

  it('shows its outcome if it has ended meanwhile, and nothing if it is of somebody else', async () => {
    const ended = await follow({ '/uploads/': () => someUpload() });
    await until(() => ended.element.querySelector('kb-outcome') !== null);
    const strange = await follow({ '/uploads/': undefined as never });
    await until(() => localStorage.getItem('precedent.uploads') === null);
    expect(strange.element.querySelector('kb-drop-zone')).not.to.equal(null);
  });
});

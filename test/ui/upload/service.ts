import { html } from 'lit';
import { ApiError } from '../../../ui/api/api-error.ts';
import type { Send } from '../../../ui/api/request.ts';
import '../../../ui/pages/upload/kb-upload-page.ts';
import { outcomes, type Preview, type Progress, type UploadRecord } from '../../../ui/pages/upload/upload-records.ts';
import { type AppUnderTest, appWith, press, settled, shown, someCollection, until } from '../support.ts';

/** A file that is being sent; the test says what comes of it. */
export class FakePost {
  static all: FakePost[] = [];
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  path = '';
  form = new FormData();
  status = 0;
  responseText = '';
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  #answered: Readonly<Record<string, string>> = {};
  #hasEnded = false;

  open(_method: string, path: string): void {
    this.path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.#answered[name] ?? null;
  }

  send(form: FormData | null): void {
    this.form = form ?? new FormData();
    FakePost.all.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  async sent(share: number): Promise<void> {
    if (share < 1) this.upload.onprogress?.({ loaded: share * 1000, total: 1000 });
    else this.upload.onload?.();
    await settled();
  }

  /** A post that has ended cannot end again: a test that took it for the next one fails here. */
  #end(): void {
    if (this.#hasEnded) throw new Error(`The post to ${this.path} has ended already`);
    this.#hasEnded = true;
  }

  async answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#end();
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.#answered = headers;
    this.onload?.();
    this.onloadend?.();
    await settled();
  }

  async break(): Promise<void> {
    this.#end();
    this.onerror?.();
    this.onloadend?.();
    await settled();
  }
}

/** The body and headers of the refusal of a file that the service keeps no more. */
export const previewGone = [
  { detail: 'Preview not found; send the file again' },
  { 'Error-Code': 'preview-not-found' },
] as const;

/** The answer to an upload that goes on without its window. */
export const accepted = (upload: FakePost): Promise<void> =>
  upload.answer(202, someUpload({ state: 'running', total: null, finished_at: null }));

/** The sessions that tests have begun: their end cancels pending uploads. */
let sessions: AppUnderTest['session'][] = [];

/** Puts the doubles in the browser's place; returns what puts them back. */
export const catchPosts = (): (() => void) => {
  const real = window.XMLHttpRequest;
  if (Object.is(real, FakePost)) throw new Error('Posts are caught already');
  window.XMLHttpRequest = FakePost as unknown as typeof XMLHttpRequest;
  FakePost.all = [];
  return () => {
    window.XMLHttpRequest = real;
    for (const session of sessions) session.end('signed out');
    sessions = [];
    localStorage.removeItem('precedent.uploads');
  };
};

/** Runs with another value of a property, which a test cannot inject. */
export const withReplaced = async (
  object: object,
  name: string,
  value: unknown,
  run: () => Promise<void>,
): Promise<void> => {
  const real = Object.getOwnPropertyDescriptor(object, name) ?? {};
  Object.defineProperty(object, name, { ...real, value });
  try {
    await run();
  } finally {
    Object.defineProperty(object, name, real);
  }
};

export { until };

/** The file that is sent as the n-th, once it is. */
export const post = async (number = 1): Promise<FakePost> => {
  await until(() => FakePost.all.length >= number);
  const found = FakePost.all[number - 1];
  if (!found) throw new Error(`There is no post ${number}`);
  return found;
};

export const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Preview['outcomes'];

const collection = someCollection();

export const somePreview = (more: Partial<Preview> = {}): Preview => ({
  ...{ format: 'csv', encoding: 'windows-1251', delimiter: ';', header_row: 1, desk: null },
  ...{ sheet: null, sheets: [], other_sheets: [], total_rows: [], empty_rows: { count: 0, rows: [] }, html_tickets: 0 },
  columns: [
    { title: 'Номер', column: 'ticket_id', assigned: false, samples: ['4711', '4712'] },
    { title: 'Тема', column: 'category', assigned: false, samples: ['Принтеры'] },
    { title: 'Описание', column: 'problem', assigned: false, samples: ['Звонит [ИМЯ], принтер не печатает'] },
    { title: 'Что сделали', column: 'solution', assigned: false, samples: ['Сняли защитную ленту.'] },
    { title: 'Оператор', column: null, assigned: false, samples: ['[ИМЯ]', 'вторая линия'] },
  ],
  total: 2148,
  outcomes: { ...none, stored: 2131, duplicate: 9, 'no-solution': 8 },
  replaced: { corrected: 0, flagged: 0, ticket_ids: [] },
  ...{ unchanged: 0, repeated: 0, removed: { links: 0, link_texts: [], names: [] } },
  ...{ copies: { count: 0, tickets: [] }, stored_copies: { count: 0, tickets: [] }, updates: null },
  tickets: Array.from({ length: 6 }, (_, index) => ({
    ...{ ticket_id: String(index), category: 'Принтеры', client: '', index, row: index + 2 },
    ...{ problem: `Звонит [ИМЯ], случай ${index}`, problem_parts: [`Звонит [ИМЯ], случай ${index}`] },
    solution: 'Сняли защитную ленту.',
  })),
  skipped: Array.from({ length: 17 }, (_, index) => ({
    ...{ ticket_id: `s${index}`, index: 100 + index, row: 102 + index },
    outcome: index < 9 ? ('duplicate' as const) : ('no-solution' as const),
    excerpt: index < 9 ? null : 'Готово, [ИМЯ]',
  })),
  ...{ unreadable: [], unreadable_count: 0, broken_off: null },
  ...more,
});

export const someUpload = (more: Partial<UploadRecord> = {}): UploadRecord => ({
  ...{ id: 'a3a1f1de-2a83-4f2c-9d6c-0d3c0a000001', surface: 'web', file_name: 'обращения.csv', format: 'csv' },
  ...{ collection_id: collection.id, user_id: collection.user_id },
  ...{ on_duplicate: 'skip', state: 'finished', detail: null, total: 2131, undo: null },
  ...{ started_at: '2026-03-12T09:00:00.000Z', finished_at: '2026-03-12T09:03:12.000Z' },
  outcomes: { ...none, stored: 1846, duplicate: 201, 'no-solution': 84 },
  ...{ unlisted: 0, removed_links: 0, copies: 0, unchanged: 0 },
  ...more,
});

export const someProgress = (more: Partial<Progress> = {}): Progress => ({
  ...{ state: 'running', waiting_for: null, total: 2131, rate: 11, remaining_seconds: 80 },
  ...{ read: 2131, cleaned: 1300, embedded: 1282, stored: 1109, skipped: 173 },
  ...more,
});

/** A stream of events that the test writes. */
export const eventStream = () => {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let id = 0;
  return {
    response: () => new Response(readable),
    emit: async (name: 'progress' | 'undo' | 'outcome' | 'preview', data: object) => {
      id += 1;
      await writer.write(encoder.encode(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
      await settled();
    },
    end: () => writer.close(),
  };
};

export type Answers = Readonly<Record<string, (path: string) => unknown>>;

export const path = `/api/collections/${collection.id}`;

/** The page over a service that answers by the end of a path (`uploads?`, `progress`, …); what was asked is written down. */
export const uploadPage = async (answers: Answers = {}, before: (app: AppUnderTest) => void = () => undefined) => {
  const asked: string[] = [];
  const all: Answers = { 'uploads?': () => ({ uploads: [], next: null }), ...answers };
  const send: Send = async (endpoint, request) => {
    asked.push(endpoint);
    // The part that comes last in the path is the nearest: `/uploads/1/tickets?` is no `/uploads/`.
    const [part = ''] = Object.keys(all)
      .filter((each) => endpoint.includes(each))
      .sort((one, other) => endpoint.lastIndexOf(other) - endpoint.lastIndexOf(one));
    const answer = all[part];
    if (!answer) throw new ApiError(404, 'Upload not found', { code: 'upload-not-found' });
    const body = await Promise.race([answer(endpoint), aborted(request?.signal)]);
    return body instanceof Response ? body : new Response(JSON.stringify(body));
  };
  const app = appWith({ send, collections: () => Promise.resolve([collection]) });
  app.router.location.set({ path: `/collections/${collection.id}/upload`, fragment: '' });
  app.session.token.set('token');
  sessions.push(app.session);
  before(app);
  const part = html`<kb-upload-page .collection=${collection} .active=${true}></kb-upload-page>`;
  const element = await shown(part, app);
  return { element, app, asked, again: () => shown(part, app) };
};

const aborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

export const csv = (name = 'обращения.csv', content = 'Номер;Описание\n1;2\n') =>
  new File([content], name, { type: 'text/csv' });

/** Chooses a file in the drop zone. */
export const choose = async (element: Element, file: File): Promise<void> => {
  element.querySelector('kb-drop-zone')?.dispatchEvent(new CustomEvent('file', { detail: file }));
  await settled();
};

/** Text as it is read: without no-break spaces and breaks of lines. */
export const textOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** A page whose file was previewed; its preview is the first post of the test. */
export const previewed = async (preview = somePreview(), answers: Answers = {}) => {
  const page = await uploadPage(answers);
  await choose(page.element, csv());
  await (await post()).answer(200, preview);
  return page;
};

/** As `sending`, of a file that the service does not keep any more: its bytes are the third post. */
export const sendingBytes = async (answers: Answers = {}) => {
  const page = await sending(answers);
  await page.upload.answer(404, ...previewGone);
  return { ...page, upload: await post(3) };
};

/** A page that sends a file, which the service keeps. */
export const sending = async (answers: Answers = {}) => {
  const stream = eventStream();
  const page = await previewed(somePreview(), {
    progress: stream.response,
    '/uploads/': () => someUpload(),
    '/stop': () => someUpload({ state: 'stopped' }),
    ...answers,
  });
  await press(page.element, 'Отправить');
  return { ...page, stream, upload: await post(2) };
};

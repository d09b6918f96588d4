import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { call, newCollection, newUser } from '../support/api.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);
const query = encodeURIComponent('Деньги за один заказ сняли два раза, что делать?');
const weakly = encodeURIComponent('рецепт борща с пампушками');

/** Somebody with two collections of the example tickets, whose names are long, and an erasure. */
const withTickets = async () => {
  const user = await newUser(web.url());
  const example = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly object[];
  const more = Array.from({ length: 4 }, (_, copy) =>
    example.map((ticket) => ({ ...ticket, ticket_id: `${copy}-${(ticket as { ticket_id: string }).ticket_id}` })),
  ).flat();
  const ids: string[] = [];
  for (const [name, tickets] of [
    ['Техническая поддержка интернет-магазинов и пунктов выдачи Северо-Западного округа', [...example, ...more]],
    ['Доставка', example],
  ] as const) {
    const id = await newCollection(web.url(), user, name);
    await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
    ids.push(id);
  }
  const [id = ''] = ids;
  const { body } = await call(web.url(), `POST /api/collections/${id}/erasures`, {
    ...{ credential: user.token, body: { ticket_ids: ['1001'] } },
  });
  return { user, id, erasure: (body as { readonly id: string }).id };
};

const guestPages = [
  ['/login', 'kb-sign-in-page wa-input'],
  ['/register', 'kb-register-page wa-input'],
  ['/account-erasure', 'kb-account-erasure-page h1'],
] as const;
const memberPages = (id: string, erasure: string) =>
  [
    ['/', 'tbody button'],
    [`/collections/${id}`, '.search-intro'],
    [`/collections/${id}#q=${query}`, 'kb-answer kb-copy-button'],
    [`/collections/${id}#q=${weakly}`, '.source-list-head.is-weak'],
    [`/search#q=${query}`, '.search-all-found[aria-busy=false] .source-collection'],
    [`/search#q=${weakly}`, '.search-all-state.is-weak'],
    [`/collections/${id}/tickets`, '.tickets-pick'],
    [`/collections/${id}/tickets/1002`, '.drawer .facts-section'],
    [`/collections/${id}/questions`, '.questions-row'],
    [`/collections/${id}/upload`, 'kb-drop-zone'],
    [`/collections/${id}/erasures/${erasure}`, '.erasure-sheet'],
    ['/erasures', '.erasure-collection'],
    ['/settings', 'kb-api-key button'],
  ] as const;

const widths = [320, 360, 390, 480, 600, 640, 720, 768, 800, 960, 1024, 1100, 1152, 1280];

/** By how much the page is wider than its window, at each of the widths where it is, with the elements that stick out. */
const wideAt = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const wide =
      await page.evaluate<string>(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const root = document.documentElement;
      const out = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > root.clientWidth + 0.5);
      done(root.scrollWidth > root.clientWidth ? 'by ' + (root.scrollWidth - root.clientWidth) + ': ' + out.slice(0, 5).map((each) => each.localName + '.' + each.className).join(', ') : '');
    })))`);
    if (wide !== '') found.push(`${width} px ${wide}`);
  }
  return found;
};

/** At which widths the name of a file in the history has less room than that of a few words. */
const crushedAt = async (page: Page): Promise<readonly string[]> => {
  const crushed: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const names = `[...document.querySelectorAll('.history-table td:first-child')].map((each) => each.getBoundingClientRect().width)`;
    const narrowest = Math.min(...(await page.evaluate<readonly number[]>(names)));
    if (narrowest < 170) crushed.push(`${width} px: ${narrowest}`);
  }
  return crushed;
};

/** Hides a ticket, and undoes an upload of a file with a long name, of which one ticket is then returned. */
const withHidden = async (user: Awaited<ReturnType<typeof newUser>>, id: string): Promise<void> => {
  const { token: credential } = user;
  const tickets = `/api/collections/${id}/tickets`;
  const text =
    'Проверили остатки на складе, исправили заказ и вернули клиенту деньги за то, чего не было, всё пришло в тот же день.';
  const rows = [1, 2, 3].map((row) => `ф-${row};Не приходит заказ ${row};${text} Заказ ${row}.`);
  const form = new FormData();
  const csv = `Номер;Проблема;Решение\n${rows.join('\n')}\n`;
  form.set('file', new File([csv], 'Журнал обращений клиентов и сотрудников за январь и февраль.csv'));
  const uploadId = randomUUID();
  const headers = { Authorization: `Bearer ${credential}`, 'Upload-Id': uploadId };
  await fetch(`${web.url()}${tickets}/upload`, { method: 'POST', body: form, headers });
  await call(web.url(), `POST /api/collections/${id}/uploads/${uploadId}/undo`, { credential });
  for (let finished: string | null | undefined; !finished;) {
    await setTimeout(50);
    const { body } = await call(web.url(), `GET /api/collections/${id}/uploads/${uploadId}`, { credential });
    finished = (body as { readonly undo: { readonly finished_at: string | null } | null }).undo?.finished_at;
  }
  await call(web.url(), `POST ${tickets}/${encodeURIComponent('ф-1')}/restore`, { credential });
  await call(web.url(), `DELETE ${tickets}/1003`, { credential });
};

for (const language of ['ru', 'en'] as const) {
  test(`no page scrolls sideways in a window of 320 to 1280 px, in ${language}`, async (t) => {
    const { user, id, erasure } = await withTickets();
    const { page: guest } = await web.visit(t, { language });
    const { page: member } = await web.visitAs(t, user, { language });
    for (const [page, pages] of [
      [guest, guestPages],
      [member, memberPages(id, erasure)],
    ] as const) {
      for (const [path, shown] of pages) {
        await page.setViewportSize({ width: 1280, height: 700 });
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        t.deepEqual(await wideAt(page), [], path);
      }
    }
    await member.goto(`/collections/${id}/tickets`);
    await member.locator('thead input').check({ force: true });
    await member.locator('.tickets-foot.is-bulk').waitFor();
    t.deepEqual(await wideAt(member), [], 'a selection');
    await withHidden(user, id);
    for (const [path, shown] of [
      [`/collections/${id}/tickets/1003`, '.drawer-foot.is-wide'],
      [`/collections/${id}/upload`, '.history-table .history-menu'],
    ] as const) {
      await member.setViewportSize({ width: 1280, height: 700 });
      await member.goto(path);
      await member.locator(shown).first().waitFor();
      t.deepEqual(await wideAt(member), [], path);
      t.deepEqual(await crushedAt(member), [], path);
    }
    await member.setViewportSize({ width: 1280, height: 700 });
    await member.goto(`/collections/${id}/tickets/1002`);
    await member.locator('.drawer-foot wa-button').first().click();
    await member
      .locator('#edit-solution')
      .fill(
        'Вернули деньги на карту: они приходят в течение трёх рабочих дней, подробнее на https://bank.example/refund . '.repeat(
          4,
        ),
      );
    await member.locator('.editor-changed').filter({ hasText: /./ }).waitFor();
    t.deepEqual(await wideAt(member), [], 'an edit');
    await member.setViewportSize({ width: 1280, height: 700 });
    await member.locator('.drawer-foot wa-button').first().click();
    await member
      .locator('.drawer-foot wa-button')
      .filter({ hasText: /Изменить|Change/ })
      .waitFor();
    t.deepEqual(await wideAt(member), [], 'what an edit would store');
  });
}

/** What has the focus, and whether something else lies over its middle. */
const focused = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return { name: '', covered: '' };
  const host = document.activeElement;
  const box = (host.closest('label') ?? host).getBoundingClientRect();
  // The middle of what is within the window: a row of chips scrolls sideways.
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [x, y] = [(left + right) / 2, box.top + box.height / 2];
  const name = host.localName + '.' + host.className + ' ' + host.textContent.trim().slice(0, 30);
  // Boxes of one pixel are for screen readers; what is shown of them is beside them.
  if (box.width <= 1 || box.height <= 1) return { name, covered: '' };
  if (left >= right || y < 0 || y > innerHeight) return { name, covered: 'outside of the window at ' + Math.round(y) };
  const top = document.elementFromPoint(x, y);
  const isOwn = top && (host.contains(top) || top.contains(host) || host.closest('label')?.contains(top));
  return { name, covered: isOwn ? '' : 'under ' + (top ? top.localName + '.' + top.className : 'nothing') };
})()`;

/** Walks through the page with a key; returns what had the focus while it was covered. */
const coveredOnTheWay = async (page: Page, key: string, steps: number): Promise<readonly string[]> => {
  const covered: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    const seen = await page.evaluate<{ readonly name: string; readonly covered: string }>(focused);
    if (seen.covered !== '') covered.push(`${seen.name}: ${seen.covered}`);
  }
  return covered;
};

const looks = [
  { width: 1280, height: 720 },
  { width: 640, height: 360 },
  { width: 390, height: 640, touch: true },
];

const hasNothingCovered = async (t: ExecutionContext, page: Page, state: string) => {
  t.deepEqual(await coveredOnTheWay(page, 'Tab', 70), [], `${state}, forwards`);
  t.deepEqual(await coveredOnTheWay(page, 'Shift+Tab', 70), [], `${state}, backwards`);
};

for (const look of looks) {
  const size = `${look.width} × ${look.height}`;
  test(`what has the focus is never behind a bar that sticks, in a window of ${size}`, async (t) => {
    const { user, id } = await withTickets();
    const { page } = await web.visitAs(t, user, look);
    await page.goto(`/collections/${id}/tickets`);
    await page.locator('.tickets-pick').first().waitFor();
    await hasNothingCovered(t, page, 'the list');
    await page.locator('tbody .tickets-pick input').nth(2).check({ force: true });
    await page.locator('.tickets-foot.is-bulk').waitFor();
    await hasNothingCovered(t, page, 'a selection');
    await page.goto(`/collections/${id}/tickets/1002`);
    await page.locator('.drawer .facts-section').waitFor();
    await hasNothingCovered(t, page, 'a ticket');
    await page.keyboard.press('Escape');
    await page.goto(`/collections/${id}#q=${query}`);
    await page.locator('kb-answer kb-copy-button').first().waitFor();
    await hasNothingCovered(t, page, 'a search');
    await page.goto(`/collections/${id}/upload`);
    await page.locator('input[type=file]').first().setInputFiles('ui/templates/tickets.csv');
    await page.locator('.preview-send').waitFor();
    await hasNothingCovered(t, page, 'a preview');
  });
}

import test from 'ava';
import type { Page } from 'playwright-core';
import { call, goodTicket, newCollection, newUser, type User } from '../support/api.ts';
import { choose, csvFile, goodRow } from '../support/web-files.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);
const phone = { width: 390, height: 844, touch: true };

/**
 * The elements that a finger cannot hit 21 px from their middle (44 px, less one at each end for rounding), across and down. Left out are links in a sentence, as in WCAG 2.5.8, what is
 * invisible, and what the keyboard alone reaches.
 */
const missedTargets = `(async () => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  const above = (each) => each.assignedSlot ?? each.parentNode ?? each.host;
  const lineOf = (each) => { const line = []; for (let at = each; at; at = above(at)) line.push(at); return line; };
  const at = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=tab], [role=menuitem], [role=radio], [role=switch]';
  const isInSentence = (each) => each.matches('a') && getComputedStyle(each).display === 'inline' && each.parentElement.textContent.trim().length > each.textContent.trim().length + 3
    && !each.closest('td');
  const isHidden = (each) => {
    const { width, height, bottom } = each.getBoundingClientRect();
    return width <= 1 || height <= 1 || bottom + scrollY <= 0 || !each.checkVisibility({ visibilityProperty: true })
      || lineOf(each).some((up) => up instanceof Element && (getComputedStyle(up).clipPath !== 'none' || up.matches('[inert], [aria-hidden=true]')));
  };
  const modal = document.querySelector('kb-dialog[open], wa-dropdown[open], .tickets-more:has(.tickets-menu)');
  const missed = [];
  for (const each of all(document).filter((one) => one.matches(targets))) {
    if (isHidden(each) || isInSentence(each) || each.matches('[disabled]') || (modal && !lineOf(each).includes(modal))) continue;
    const box = each.closest('label') ?? each;
    box.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const own = new Set([each, ...(each.labels ?? []), each.closest('label')].filter(Boolean));
    const isHit = (dx, dy) => lineOf(at(x + dx, y + dy)).some((up) => own.has(up) || (up.getRootNode && each.getRootNode().host === up && up.matches('wa-button, wa-radio, wa-switch, wa-input, wa-textarea')));
    const sides = [[0, -21], [0, 21], [-21, 0], [21, 0]].filter(([dx, dy]) => !isHit(dx, dy));
    if (sides.length > 0) missed.push([each.localName, each.className, each.getRootNode().host?.localName ?? '', (each.ariaLabel ?? each.textContent).trim().slice(0, 30), Math.round(width) + 'x' + Math.round(height), JSON.stringify(sides)].join(' '));
  }
  return missed;
})()`;

const isTouchable = async (
  t: { deepEqual: (one: unknown, other: unknown, message: string) => void },
  page: Page,
  state: string,
) => t.deepEqual(await page.evaluate(missedTargets), [], state);

const collectionWith = async (user: User, count: number, name: string): Promise<string> => {
  const id = await newCollection(web.url(), user, name);
  const tickets = Array.from({ length: count }, (_, index) => goodTicket(index + 1, 'печать'));
  if (count > 0)
    await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
  return id;
};

test.serial('the targets of signing in are 44 px on a phone', async (t) => {
  const { page } = await web.visit(t, phone);
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await page.locator('wa-button[type=submit]').waitFor();
    await isTouchable(t, page, path);
  }
});

test.serial('the targets of collections, settings and dialogs are 44 px on a phone', async (t) => {
  const user = await newUser(web.url());
  const { page } = await web.visitAs(t, user, phone);
  await page.goto('/');
  await page.locator('kb-drop-zone').waitFor();
  await isTouchable(t, page, 'the first visit');
  for (let number = 0; number < 9; number += 1) await collectionWith(user, number === 0 ? 3 : 0, `Коллекция ${number}`);
  await page.reload();
  await page.locator('tbody button').first().waitFor();
  await isTouchable(t, page, 'collections');
  await page.locator('tbody button').first().click();
  // It comes with the menus.
  await page.getByRole('dialog').waitFor();
  await isTouchable(t, page, 'the deletion of a collection');
  await page.keyboard.press('Escape');
  await page.locator('.dashboard-head wa-button').click();
  await isTouchable(t, page, 'a new collection');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.locator('.shortcuts-switch').waitFor();
  await isTouchable(t, page, 'the list of keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.locator('[role=option]').first().waitFor();
  await isTouchable(t, page, 'the palette');
  await page.keyboard.press('Escape');
  await page.locator('kb-account-menu button').click();
  await page.locator('wa-dropdown-item').first().waitFor();
  await isTouchable(t, page, 'the account menu');
  await page.goto('/settings');
  await page.locator('kb-api-key button').first().waitFor();
  await isTouchable(t, page, 'settings');
  await page.goto('/nowhere');
  await page.locator('h1').waitFor();
  await isTouchable(t, page, 'a page that does not exist');
});

test.serial('the targets of a search are 44 px on a phone', async (t) => {
  const user = await newUser(web.url());
  const id = await collectionWith(user, 6, 'Техподдержка');
  const empty = await collectionWith(user, 0, 'Пустая');
  const { page } = await web.visitAs(t, user, phone);
  await page.goto(`/collections/${id}`);
  await page.locator('kb-search-box textarea').fill('не работает печать');
  await page.locator('kb-search-box wa-button').click();
  await page.locator('kb-answer kb-copy-button').first().waitFor();
  await isTouchable(t, page, 'a search with its answer');
  await page.locator('.verdict-button').nth(1).click();
  await page.locator('.verdict-which').waitFor();
  await isTouchable(t, page, 'the question which ticket fitted');
  // With it the question is recorded at once; a page that is left earlier takes its request along.
  const judged = page.waitForResponse((response) => response.url().endsWith('/verdict'));
  await page.locator('.verdict-choice').first().click();
  await Promise.all([judged, page.locator('.verdict-change').waitFor()]);
  await isTouchable(t, page, 'a verdict');
  await page.goto(`/collections/${id}/questions`);
  await page.locator('.questions-row').first().waitFor();
  await isTouchable(t, page, 'questions');
  await page.locator('.questions-row').first().click();
  await page.locator('.question-sources').waitFor();
  await isTouchable(t, page, 'a question');
  await page.goto(`/collections/${id}#q=${encodeURIComponent('ошибка при печати')}`);
  await page.locator('kb-source').first().waitFor();
  await page.locator('kb-search-box textarea').focus();
  await page.locator('.recent a').first().waitFor();
  await isTouchable(t, page, 'recent queries');
  await page.goto(`/collections/${empty}`);
  await page.locator('.search-intro wa-button').first().waitFor();
  await isTouchable(t, page, 'an empty collection');
});

test.serial('the targets of an upload are 44 px on a phone', async (t) => {
  const user = await newUser(web.url());
  const id = await collectionWith(user, 0, 'Техподдержка');
  const { page } = await web.visitAs(t, user, phone);
  await page.goto(`/collections/${id}/upload`);
  await page.locator('kb-drop-zone').waitFor();
  await isTouchable(t, page, 'the drop zone');
  const rows = [...Array.from({ length: 8 }, (_, row) => goodRow(row, 'печать')), ['9', '', 'Вопрос', 'Коротко']];
  await choose(page, csvFile('обращения.csv', rows));
  await page.locator('kb-preview').waitFor();
  await isTouchable(t, page, 'a preview');
  await page.locator('.preview-send wa-button[variant=brand]').click();
  await page.locator('kb-outcome').waitFor();
  await page.locator('.outcome-action button').first().click();
  await page.locator('.outcome-tickets').waitFor();
  await isTouchable(t, page, 'an outcome and its tickets');
  await page.locator('.history-table a').first().waitFor();
  await page.reload();
  await page.locator('.history-table a').first().click();
  await page.locator('.upload-back').waitFor();
  await isTouchable(t, page, 'an earlier upload');
});

/** Tickets in six categories with numbers of four digits, one of them corrected. */
const ticketsOf = async (user: User): Promise<string> => {
  const id = await newCollection(web.url(), user, 'Техподдержка');
  const tickets = Array.from({ length: 8 }, (_, index) => ({
    ...goodTicket(index + 5_001, 'печать'),
    category: `Категория ${index % 6}`,
  }));
  const credential = user.token;
  await call(web.url(), `POST /api/collections/${id}/tickets`, { credential, body: { tickets } });
  await call(web.url(), `PUT /api/collections/${id}/tickets/5001`, {
    ...{ credential, headers: { 'If-Match': '"1"' } },
    body: { solution: `${'Обновили прошивку, перезапустили принтер. '.repeat(3)}Заработало.` },
  });
  return id;
};

test.serial('the targets of tickets, of one in the drawer and of its dialogs are 44 px on a phone', async (t) => {
  const user = await newUser(web.url());
  const id = await ticketsOf(user);
  const { page } = await web.visitAs(t, user, phone);
  await page.goto(`/collections/${id}/tickets`);
  await page.locator('tbody tr').first().waitFor();
  await isTouchable(t, page, 'the list of tickets');
  await page.locator('kb-category-menu button').click();
  await page.locator('.tickets-menu button').first().waitFor();
  await isTouchable(t, page, 'the list of categories');
  await page.keyboard.press('Escape');
  await page.locator('.tickets-find input').fill('печать');
  await page.locator('.tickets-find .icon-button').waitFor();
  await isTouchable(t, page, 'a filter of words');
  // At the lower edge of the finger's target.
  const number = (await page.locator('tbody .tickets-pick').first().boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.touchscreen.tap(number.x + 18, number.y + number.height / 2 + 18);
  await page.locator('.is-picking').waitFor();
  await isTouchable(t, page, 'selected tickets');
  t.false(
    await page.evaluate(`(one => one.scrollWidth > one.clientWidth)(document.querySelector('.tickets-numbered span'))`),
  );
  await page.locator('.tickets-foot wa-button[variant=danger]').click();
  await page.locator('#erase-confirm').waitFor();
  await isTouchable(t, page, 'the erasure of tickets');
  await page.keyboard.press('Escape');
  await page.goto(`/collections/${id}/tickets/5001`);
  await page.locator('kb-ticket-history [aria-expanded]').click();
  await isTouchable(t, page, 'a ticket in the drawer');
  await page.locator('.drawer-more > button').click();
  await page.locator('.drawer-more wa-dropdown-item').waitFor();
  await isTouchable(t, page, 'the menu of a ticket');
  await page.keyboard.press('Escape');
  await page.locator('.drawer-foot wa-button').first().click();
  await page.locator('#edit-solution').fill('Другое решение');
  await isTouchable(t, page, 'a ticket in fields');
});

test.serial('the targets of a receipt and of the list of receipts are 44 px on a phone', async (t) => {
  const user = await newUser(web.url());
  const collection = await ticketsOf(user);
  const { body } = await call(web.url(), `POST /api/collections/${collection}/erasures`, {
    ...{ credential: user.token, body: { ticket_ids: ['5002'] } },
  });
  const { page } = await web.visitAs(t, user, phone);
  await page.goto(`/collections/${collection}/erasures/${(body as { readonly id: string }).id}`);
  await page.locator('.erasure-sheet').waitFor();
  await isTouchable(t, page, 'a receipt');
  const tops = await Promise.all(
    (await page.locator('.erasure-tools wa-button').all()).map(async (each) => (await each.boundingBox())?.y),
  );
  t.is(new Set(tops).size, 1, 'both buttons are in one line');
  await page.goto('/erasures');
  await page.locator('.erasure-collection a').waitFor();
  await isTouchable(t, page, 'the list of receipts');
});

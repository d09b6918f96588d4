import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { call, newCollection } from '../test/support/api.ts';
import { openBrowser, openPage } from '../test/support/browser/open-browser.ts';
import { startService } from '../test/support/service.ts';
import { askUntilGaps } from '../test/support/unanswered-questions.ts';
import { askAndJudge, asked, moveToTheirDays, unanswered } from './screenshots/asked-questions.ts';
import { demoFile, digestFile, digestOf, type Scene, scenes } from './screenshots/pictures.ts';
import { buildUi } from './ui/build.ts';

/** Takes the pictures in docs/ from the demo tickets, on a new service with an empty data folder, and notes what they show. */
const folder = 'docs';
const password = 'a long password';

const take = async (
  browser: Browser,
  { url, email }: { url: string; email: string },
  scene: Scene & { at: string },
) => {
  const { name, theme = 'light', width = 1280, height = 800, at, act } = scene;
  const { page, context } = await openPage(browser, url, { theme, width, height });
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === '/');
  await page.goto(at);
  await act?.(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
  console.log(`${folder}/${name}.png`);
};

await buildUi('dist/ui');
mkdirSync(folder, { recursive: true });
let service = await startService();
const browser = await openBrowser();
try {
  const { url } = service;
  const email = 'support@example.com';
  const { body } = await call(url, 'POST /api/register', { body: { email, password, plan: 'starter' } });
  const user = { token: (body as { access_token: string }).access_token };
  const tickets = JSON.parse(readFileSync(demoFile, 'utf8')) as readonly unknown[];
  const fill = async (name: string, some: readonly unknown[]) => {
    const collection = await newCollection(url, user, name);
    await call(url, `POST /api/collections/${collection}/tickets`, { credential: user.token, body: { tickets: some } });
    return collection;
  };
  const filled = await fill('Поддержка покупателей', tickets);
  const half = await fill('Личный кабинет', tickets.slice(0, 40));
  const home = { url, token: user.token, collection: filled };
  const answerIds = await askAndJudge(home);
  await askUntilGaps(home, [], unanswered.length);
  await service.stop();
  moveToTheirDays(service.folder, answerIds);
  service = await startService({}, service.folder);
  // The first search after a start takes so long that the page would say how long.
  await call(service.url, 'POST /api/search', {
    ...{ credential: user.token, headers: { 'Do-Not-Record': '1' } },
    body: { collection_id: filled, query: asked[0]?.query },
  });
  for (const scene of scenes) {
    await take(
      browser,
      { url: service.url, email },
      { ...scene, at: scene.path(scene.name === 'upload' ? half : filled) },
    );
  }
  const digests = await Promise.all(scenes.map(async (scene) => [scene.name, await digestOf(scene)] as const));
  writeFileSync(digestFile, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
} finally {
  await browser.close();
  await service.stop();
}

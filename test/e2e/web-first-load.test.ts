import { readFileSync } from 'node:fs';
import test from 'ava';
import { loadPage, type PageLoad } from '../../scripts/bench/page-loads.ts';
import { call, newCollection, newUser } from '../support/api.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

const unthrottled = { bitsPerSecond: 1_000_000_000, roundTripMs: 0, slowdown: 1 };

const load = (address: { path: string; token?: string; complete: string }): Promise<PageLoad> =>
  loadPage(web.browser(), { url: web.url(), ...address }, unthrottled);

test.serial('the sign-in page loads at most 110 kB gzipped without fonts, in at most 12 requests', async (t) => {
  const { requests, bytesUntilComplete, fontBytes } = await load({
    path: '/login',
    complete: 'kb-sign-in-page wa-input',
  });
  t.log(`${requests} requests, ${(bytesUntilComplete / 1_000).toFixed(1)} kB`);
  t.true(requests > 5 && requests <= 12, `${requests} requests`);
  t.true(bytesUntilComplete > 20_000 && bytesUntilComplete <= 110_000, `${bytesUntilComplete} bytes`);
  t.true(fontBytes <= 65_000, `${fontBytes} bytes of fonts`);
});

test.serial(
  'a search opened by its address takes at most 16 requests, those of the other pages with them',
  async (t) => {
    const user = await newUser(web.url());
    const id = await newCollection(web.url(), user);
    const tickets = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8')) as readonly unknown[];
    await call(web.url(), `POST /api/collections/${id}/tickets`, { credential: user.token, body: { tickets } });
    const query = encodeURIComponent('Деньги за покупку сняли два раза, что делать?');
    const { requests, layoutShift } = await load({
      path: `/collections/${id}#q=${query}`,
      token: user.token,
      complete: 'kb-answer kb-copy-button',
    });
    t.log(`${requests} requests`);
    t.true(requests > 8 && requests <= 16, `${requests} requests`);
    t.true(layoutShift <= 0.1, `layout shift ${layoutShift}`);
  },
);

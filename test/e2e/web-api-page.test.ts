import test from 'ava';
import { otherHost } from '../support/browser/find-browser.ts';
import { openPage } from '../support/browser/open-browser.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

test.serial(
  'the page of the API has its styles over plain HTTP from another machine, as its headers allow',
  async (t) => {
    const url = web.url().replace('127.0.0.1', otherHost);
    const { page, context } = await openPage(web.browser(), url);
    t.teardown(() => context.close());
    await page.goto('/api/docs');
    t.false(await page.evaluate<boolean>('isSecureContext'));
    t.is(
      await page.evaluate<number>('[...document.styleSheets].filter((sheet) => sheet.cssRules.length > 0).length'),
      1,
    );
  },
);

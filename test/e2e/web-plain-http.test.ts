import test from 'ava';
import { otherHost } from '../support/browser/find-browser.ts';
import { openPage } from '../support/browser/open-browser.ts';
import { takeFirstSteps } from '../support/first-steps.ts';
import { webFor } from '../support/web-pages.ts';

const web = webFor(test);

test('over plain HTTP from another machine collections are made, files uploaded and tickets found', async (t) => {
  const url = web.url().replace('127.0.0.1', otherHost);
  const { page, context, errors } = await openPage(web.browser(), url);
  t.teardown(() => context.close());
  await page.goto('/');
  t.false(await page.evaluate('isSecureContext'));
  await takeFirstSteps(page);
  // A header that the browser does not heed here, and says so.
  t.deepEqual(
    errors.filter((error) => !error.startsWith('The Cross-Origin-Opener-Policy header has been ignored')),
    [],
  );
});

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from './find-browser.ts';

export type Look = {
  readonly language?: 'ru' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
};

/** A page of the web interface, and what went wrong in it. */
export type OpenPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page, refusals of its policy, requests to another address; empty where all is well. */
  readonly complaints: readonly string[];
};

/** The browser that the tests share. */
export const openBrowser = async (): Promise<Browser> => {
  const { executablePath, env } = await findBrowser();
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    args: [...browserArguments],
    env: { ...Object.fromEntries(inherited), ...env },
  });
};

/** A page with a storage of its own, as a new visitor has it; motion is reduced, so that nothing is seen half-way. */
export const openPage = async (browser: Browser, url: string, look: Look = {}): Promise<OpenPage> => {
  const { language = 'ru', theme = 'light', width = 1280, height = 900 } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: language === 'ru' ? 'ru-RU' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // Long enough for a machine that has much else to do.
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused request is told by the browser as an error as well; the tests look at what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) complaints.push(`A request left the service: ${request.url()}`);
  });
  return { page, context, complaints };
};

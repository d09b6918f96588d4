import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from './find-browser.ts';

export type Look = {
  readonly language?: 'ru' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** A touch screen: a coarse pointer that cannot hover. */
  readonly touch?: boolean;
};

/** A page of the web interface and its errors. */
export type OpenPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, violations of the content security policy, requests to other hosts. */
  readonly errors: readonly string[];
};

/** The browser that the tests share. */
export const openBrowser = async (): Promise<Browser> => {
  const { executablePath, env } = await findBrowser();
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    args: [...browserArguments],
    timeout: 120_000,
    env: { ...Object.fromEntries(inherited), ...env },
  });
};

/** A page with empty storage and reduced motion, so that no animation is captured halfway. */
export const openPage = async (browser: Browser, url: string, look: Look = {}): Promise<OpenPage> => {
  const { language = 'ru', theme = 'light', width = 1280, height = 900, touch = false } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    locale: language === 'ru' ? 'ru-RU' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // Long enough for a machine under load.
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser also logs refused requests as errors; the tests check how the page handles them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) errors.push(`A request left the service: ${request.url()}`);
  });
  return { page, context, errors };
};

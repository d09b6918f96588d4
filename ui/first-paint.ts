/**
 * Sets theme and language before the first paint, and has the files of the page loaded beside those of the application. A blocking script, so it imports
 * nothing; it reads the settings of `browser/theme.ts`, `messages/language.ts` and `session.ts`, and the addresses of the files from its attributes.
 */
{
  const setting = (name: string): string | null => {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is forbidden: use the defaults.
      return null;
    }
  };
  const root = document.documentElement;
  const theme = setting('precedent.theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('wa-dark', dark);
  const language = setting('precedent.language');
  const russian = navigator.languages.some((tag) => /^(ru|be|uk|kk)/i.test(tag)) || navigator.languages.length === 0;
  root.lang = language === 'en' || language === 'ru' ? language : russian ? 'ru' : 'en';
  const { guest = '', member = '', tickets = '', upload = '', fonts = '' } = document.currentScript?.dataset ?? {};
  const [, page] =
    /^(?:\/collections\/[^/]+)?\/(upload|tickets|erasures|account-erasure|search)(?:\/|$)/.exec(location.pathname) ??
    [];
  const more = page === undefined ? '' : page === 'upload' ? upload : tickets;
  const isGuest = setting('precedent.token') === null && page !== 'account-erasure';
  const files = isGuest ? guest : `${member} ${more}`;
  const load = (addresses: string, attributes: (href: string) => Partial<HTMLLinkElement>) => {
    for (const href of new Set(addresses.trim().split(' ')))
      document.head.append(Object.assign(document.createElement('link'), { ...attributes(href), href }));
  };
  load(files, (href) => (href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }));
  // A browser that has the fonts shows no other one before them; to one that has not, they would delay the program.
  if (setting('precedent.fonts') !== null)
    load(fonts, () => ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }));
}

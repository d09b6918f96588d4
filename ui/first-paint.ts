/** Sets theme and language before the first paint. A blocking script, so it imports nothing; it reads the settings of `browser/theme.ts` and `messages/language.ts`. */
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
}

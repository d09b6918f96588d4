/** Sets theme and language before anything is painted; a blocking script, so it imports nothing. Its choices are those of `theme.ts` and `messages/language.ts`. */
{
  const chosen = (name: string): string | null => {
    try {
      return localStorage.getItem(name);
    } catch {
      // A browser that forbids storage forgets choices, and works otherwise.
      return null;
    }
  };
  const root = document.documentElement;
  const theme = chosen('precedent.theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('wa-dark', dark);
  const language = chosen('precedent.language');
  const russian = navigator.languages.some((each) => /^(ru|be|uk|kk)/i.test(each)) || navigator.languages.length === 0;
  root.lang = language === 'en' || language === 'ru' ? language : russian ? 'ru' : 'en';
}

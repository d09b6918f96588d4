import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/translations/ru.js';

/** The Web Awesome elements that every page uses. Its own icons are disabled: they come from other origins or `data:` URLs, which the content security policy forbids; slots are filled with `icon(…)`. */
for (const library of ['default', 'system']) registerIconLibrary(library, { resolver: () => '' });

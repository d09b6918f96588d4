import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/translations/ru.js';

/** The parts that every page uses. Web Awesome would fetch its own icons from elsewhere or from `data:` addresses, which the page's policy forbids: it gets none, and slots are filled with `icon(…)`. */
for (const library of ['default', 'system']) registerIconLibrary(library, { resolver: () => '' });

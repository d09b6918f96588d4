// Used by the pages of guests and of members: these lines make it part of the first file instead of one of its own.
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import { saveSetting } from './browser/storage.ts';
import './components/field-error.ts';
import './components/language-switch.ts';
import './components/logo.ts';
import './components/masked-text.ts';
import './components/plan-name.ts';
import './components/similarity.ts';
import './components/web-awesome.ts';
import './deleted-account.ts';
import './kb-app.ts';
import './messages/drafts.ts';
import './messages/request-errors.ts';

// The next load has the fonts at once (first-paint.ts).
document.fonts.addEventListener('loadingdone', () => saveSetting('fonts', 'loaded'), { once: true });

import { dropControls, tidyBlanks } from './blanks.ts';
import { findEmails } from './emails.ts';
import { findBareLinks, findSchemeLinks } from './links.ts';
import { findPhones } from './phones.ts';
import { findSpokenEmails } from './spoken-emails.ts';
import { removeQuotes } from './quotes.ts';

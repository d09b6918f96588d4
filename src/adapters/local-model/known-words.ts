import { isCommon } from './common-words.ts';
import { stemWord } from '../../domain/stems.ts';
import { synonymGroup } from './synonyms.ts';

// Names that letter pairs cannot distinguish from random keys.
const acronyms = new Set(
  (
    'pdf csv xls xml json jpg png gif url http https html css sql ssl tls ssh ftp dns dhcp vpn lan wan ip id qr tv usb hdmi vga dvd hdd ssd cpu gpu ram bios lte gsm gps nfc ghz mhz kbps mbps crm erp cms sdk api ' +
    'gdp usd eur gbp rub kzt uk us eu am pm vs km cm mm kb mb gb tb ok vk hp lg упд инн кпп огрн бик снилс мфу эцп ндс ооо зао пао фио пк по ип тц сбп жкх апи впн црм осаго каско'
  ).split(' '),
);

/** Returns whether a lower-case word is known to the model: a common word, one with synonyms, or an acronym. */
export const isKnown = (word: string): boolean =>
  isCommon(word) || acronyms.has(word) || synonymGroup(word, word.length > 3 ? stemWord(word) : word) !== undefined;

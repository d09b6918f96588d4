/** What a removed link leaves empty: «на портале ()». Calls of functions stay: `main()`, `() => {`. */
const emptyBrackets = /(^|\n| |[\p{Script=Cyrillic}\]»])\( ?\)(?! ?(?:=>|->|[{;]))( ?)/gu;
/** Where a text or a line began with it: «. Затем нажмите». */
const firstSign = /(^|\n)[.,] +(?=\p{Script=Cyrillic})/gu;
/** Behind a sentence that has ended: «Готово! .». */
const secondStop = /(\p{Script=Cyrillic}[.!?…][)»"]?) \.(?=\s|$)/gu;
/** «по ссылке: , затем»: the colon announces nothing. */
const colonBeforeSign = /([\p{Script=Cyrillic}\]»]) ?: ?([.,])(?=\s|$)/gu;
/** «на сервер .»: not behind Latin letters and numbers, where a full stop may be the folder of a command: `git add .` */
const blankBeforeStop = /([\p{Script=Cyrillic}\])»"%]) (?=\.(?:["»)]|\s|$))/gu;
/** «на сервер , затем»: not before `:)` and `!=`. */
const blankBeforeSign = /([\p{L}\p{N}\])»"%.]) (?=[,;:!?]+(?:["»]|\s|$))/gu;
/** «(см. )», «(инструкция: )». */
const blankBeforeBracket = /(\([^()\n]*[^()\s:]):? (?=\))/gu;

/**
 * A stored text as it is shown: links were removed from it and nothing else, so that blanks before signs and empty brackets remain. No word is changed, nor what
 * may be code or a smiley.
 */
export const closedGaps = (text: string): string =>
  text
    .replace(emptyBrackets, (_, before: string, after: string) =>
      before === ' ' ? after : before.trim() === '' ? before : before + after,
    )
    .replace(blankBeforeBracket, '$1')
    .replace(colonBeforeSign, '$1$2')
    .replace(secondStop, '$1')
    .replace(blankBeforeStop, '$1')
    .replace(blankBeforeSign, '$1')
    .replace(firstSign, '$1');

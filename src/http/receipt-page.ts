import { hash } from 'node:crypto';
import { withMasksInWords } from '../domain/masks.ts';
import { type ReceiptLanguage, receiptWords, stepWords } from './receipt-words.ts';
import type { Receipt, ShownErasure } from './schemas/erasures.ts';

type Shown = Pick<Receipt, 'sha256' | 'signature'> & { readonly language: ReceiptLanguage };

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const formats = (language: ReceiptLanguage) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language === 'ru' ? 'ru' : 'en-GB', { ...options, timeZone: 'UTC' });
    return (at: string) => formatter.format(new Date(at)).replace(' г.', '');
  };
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return { date: format(date), time: format(time), dateAndTime: format({ ...date, ...time }) };
};

const factsOf = (erasure: ShownErasure, language: ReceiptLanguage): readonly (readonly [string, string])[] => {
  const words = receiptWords[language];
  const { dateAndTime } = formats(language);
  const { names, surface } = words;
  const proven = erasure.provenAt === null ? null : dateAndTime(erasure.provenAt);
  const forWhom = erasure.requestedFor;
  return [
    [names.what, words.what(erasure)],
    [names.collection, erasure.collectionName],
    [names.when, words.when(dateAndTime(erasure.requestedAt), proven)],
    [names.who, `${erasure.requestedBy}, ${surface[erasure.surface]}`],
    ...(forWhom === null ? [] : [[names.for, withMasksInWords(forWhom, language)] as const]),
    ...(erasure.unknown === 0 ? [] : [[names.unknown, words.unknown(erasure)] as const]),
    ...(erasure.elsewhere.length === 0 ? [] : [[names.elsewhere, words.elsewhere(erasure)] as const]),
    ...(erasure.tickets.length === 0 ? [] : [[names.later, words.later] as const]),
  ];
};

const stepRows = (erasure: ShownErasure, language: ReceiptLanguage): string => {
  const words = receiptWords[language];
  const { date, time } = formats(language);
  const rows = erasure.steps.map((step) => {
    const [title, seen] = stepWords(language, step);
    const line = step.step === 'backups' ? words.backups(date(erasure.provenAt ?? erasure.requestedAt)) : seen;
    const at = step.at === null ? '' : time(step.at);
    return `<tr><td>${words.stepState[step.state]}</td><td>${escape(title)}<small>${escape(line)}</small></td><td>${at}</td></tr>`;
  });
  return rows.join('');
};

/** The receipt as one page that prints on A4: no script, and nothing that is loaded. */
export const receiptPage = (erasure: ShownErasure, { language, sha256, signature }: Shown): string => {
  const words = receiptWords[language];
  const { date } = formats(language);
  const facts = factsOf(erasure, language).map(([name, value]) => `<tr><th>${name}</th><td>${escape(value)}</td></tr>`);
  const title = words.title[erasure.outcome];
  // Nothing was looked at where there was nothing.
  const isEmpty = erasure.outcome === 'nothing';
  const badge = isEmpty ? words.nothing : words.state[erasure.state];
  const steps = isEmpty ? '' : `<h2>${words.steps}</h2><table class="steps">${stepRows(erasure, language)}</table>\n`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main><header><div><h1>${title}</h1><p>${words.subtitle(erasure.number, date(erasure.requestedAt))}</p></div><strong>${badge}</strong></header>
<table class="facts">${facts.join('')}</table>
${steps}<h2>${words.hash}</h2><code>${sha256}</code>
<h2>${words.signed}</h2><code>${signature}</code>
<footer><span>${words.signature}</span><span>${words.date}</span></footer></main></body></html>`;
};

const style = `*{box-sizing:border-box}body{margin:0;background:#f7f9fa;color:#161f21;font:14px/1.45 system-ui,sans-serif}
main{max-width:736px;margin:24px auto;padding:32px 40px;background:#fff;border:1px solid #d9dfe1;border-radius:12px}
header{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:flex-start}h1{margin:0;font-size:22px;line-height:1.3}header p{margin:2px 0 0;color:#566064}header strong{padding:4px 10px;border:1px solid #9fcfd9;border-radius:6px;color:#005b6e}
h2{margin:24px 0 4px;font-size:14px}table{width:100%;border-collapse:collapse}th,td{padding:7px 12px 7px 0;border-top:1px solid #d9dfe1;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th,.steps td:first-child{width:160px;font-weight:400;color:#566064}.facts{margin-top:20px}.steps td:last-child{width:72px;padding-right:0;text-align:right;color:#566064}
small{display:block;font-size:12px;color:#566064}code{font:12px ui-monospace,monospace;overflow-wrap:anywhere}
footer{display:flex;gap:24px;margin-top:48px}footer span{flex:1;padding-top:6px;border-top:1px solid #566064;font-size:12px;color:#566064}
@page{size:A4;margin:14mm}@media print{body{background:#fff;font-size:12px}main{max-width:none;margin:0;padding:0;border:0}tr,footer{break-inside:avoid}}`;

/** Only this style. */
export const receiptPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

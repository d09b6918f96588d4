import type { Messages } from './language.ts';

const ru = {
  label: 'Когда решено',
  periods: { any: 'За всё время', year: 'За последний год', threeYears: 'За три года', older: 'Старше трёх лет' },
  between: (from: string | undefined, to: string | undefined) =>
    [from && `с ${from}`, to && `до ${to}`].filter(Boolean).join(' '),
};

const en: typeof ru = {
  label: 'Resolved',
  periods: {
    any: 'Of any time',
    year: 'Of the last year',
    threeYears: 'Of three years',
    older: 'Older than three years',
  },
  between: (from, to) => [from && `from ${from}`, to && `before ${to}`].filter(Boolean).join(' '),
};

export const periodMessages: Messages<typeof ru> = { ru, en };

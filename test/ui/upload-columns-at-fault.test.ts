import { expect } from 'chai';
import { violations } from './support.ts';
import { catchPosts, previewed, somePreview, textOf } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const columns = [
  ...somePreview().columns,
  { title: 'Дата закрытия', column: 'resolved_at' as const, assigned: false, samples: ['27 июля'] },
];

const unreadableRow = (row: number, rest: string) => ({
  ...{ index: row - 2, row, excerpt: null },
  detail: `row ${row}, ${rest}`,
});

const noDate = 'column "Дата закрытия" must be a date, such as 2023-05-24T12:30:00Z or 24.05.2023';

describe('Rows that cannot be read', () => {
  it('name the column to leave out if only one that tickets can do without is at fault', async () => {
    const unreadable = [unreadableRow(6, noDate), unreadableRow(7, noDate)];
    const { element } = await previewed(somePreview({ columns, unreadable, unreadable_count: 2 }));
    expect(textOf(element.querySelector('.preview-remarks tbody tr'))).to.contain(
      'Строка 6, столбец «Дата закрытия»: это не дата; напишите её как 24.05.2023 или 2023-05-24 12:30',
    );
    expect(textOf(element.querySelector('.preview-send'))).to.contain(
      'Или выберите для столбца «Дата закрытия» «не нужен»: обращения сохранятся без него.',
    );
    expect(await violations(element)).to.deep.equal([]);
  });

  it('name no column if anything else is at fault', async () => {
    const unreadable = [unreadableRow(6, noDate), unreadableRow(7, 'column "Номер" must not be empty')];
    const { element } = await previewed(somePreview({ columns, unreadable, unreadable_count: 2 }));
    expect(textOf(element.querySelector('.preview-send'))).not.to.contain('не нужен');
  });
});

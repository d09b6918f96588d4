import { deskNames } from '../../src/domain/desks.ts';
import type { Outcomes } from '../upload/api-client.ts';
import { noOutcomes, outcomeTable, skippedOf, sumOf } from '../upload/outcome-table.ts';
import { deskLines } from '../upload/plan-summary.ts';
import { type DeskPage, UnexpectedAnswer } from './desk-source.ts';
import { type Pull, type StoredPage, storePage } from './store-page.ts';

/** Pulls page by page and prints what became of each. A cursor is kept once the tickets before it are stored: a run that is killed repeats its last page. */
export const pullDesk = async (pull: Pull): Promise<void> => {
  const { options, desk, client, line } = pull;
  const { source, since, messages, texts, host } = options;
  // First, so that a wrong key or collection is reported before anything is read.
  const known = await client.syncCursor(source);
  let cursor = options.restart ? null : known;
  const name = deskNames[options.desk];
  line.note(cursor === null ? texts.begin(name, host, since.toISOString()) : texts.goOn(name, host));
  let outcomes: Outcomes | undefined;
  for (let number = 1, isLast = false; !isLast; number += 1) {
    const page = await desk.list({ cursor, since });
    if (!page.isLast && page.cursor === cursor) throw new UnexpectedAnswer('cursor');
    if (page.tickets.length > 0) {
      const stored = await storePage(pull, page.tickets, number);
      pageLines(pull, page, stored, number).forEach(line.note);
      outcomes = sumOf(outcomes ?? noOutcomes, stored.outcomes);
    }
    if (page.cursor !== cursor && page.cursor !== '') await client.advanceSync(source, page.cursor);
    ({ cursor, isLast } = page);
  }
  (outcomes ? outcomeTable(outcomes, messages) : [texts.nothing]).forEach(line.note);
};

/** Ids that are named of those that cannot be read. */
const maxNamed = 5;

const pageLines = (
  { options: { messages, texts } }: Pull,
  { tickets, ahead = 0 }: DeskPage,
  { outcomes, findings, unreadable }: StoredPage,
  number: number,
): readonly string[] => {
  const { count } = messages;
  const stored = `${messages.stored} ${count(outcomes.stored + outcomes.updated)}`;
  const skipped = `${messages.skipped} ${count(skippedOf(outcomes))}`;
  const leavesOut = Object.values(findings.desk?.remarks ?? {}).some((remarks) => remarks > 0);
  return [
    `${texts.page(count(number))}: ${texts.read} ${count(tickets.length)}, ${stored}, ${skipped}`,
    ...(ahead > 0 ? [texts.ahead(count(ahead))] : []),
    ...(leavesOut ? deskLines(findings, messages).slice(1) : []),
    ...(unreadable.length > 0
      ? [texts.unreadable(count(unreadable.length), unreadable.slice(0, maxNamed).join(', '))]
      : []),
  ];
};

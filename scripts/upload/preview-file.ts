import type { TicketsPreview } from '../../client/records.gen.ts';
import type { Outcomes } from './api-client.ts';
import type { Messages } from './messages.ts';
import { outcomeTable, sumOf } from './outcome-table.ts';
import { type Part, partReader } from './part-reader.ts';
import { planParts } from './plan-parts.ts';
import { columnLines, deskLines, fileSummary, unreadableLines } from './plan-summary.ts';
import { checking, type Run } from './send-file.ts';
import { positionText } from './ticket-position.ts';

/** Limits of the output. */
const max = { tickets: 5, skipped: 20, characters: 120 };

/** Prints what an upload of the file would do, without storing anything. Returns the outcomes; undefined if tickets cannot be read, so that an upload would be refused. */
export const previewFile = async (run: Run): Promise<Outcomes | undefined> => {
  const { options, client, line } = run;
  const { messages } = options;
  await client.uploads();
  const plan = await planParts(options, checking(run));
  line.note(fileSummary(plan, messages));
  [...columnLines(plan.findings, messages), ...deskLines(plan.findings, messages)].forEach(line.note);
  const reader = partReader(options);
  let outcomes = plan.skipped;
  let [corrected, flagged] = [0, 0];
  const skipped: string[] = [];
  const tickets: string[] = [];
  let done = 0;
  line.begin(0, plan.tickets);
  try {
    for (const planned of plan.parts) {
      const part = await reader.next(planned);
      line.show(done, messages.phases.sending);
      const preview = await client.preview(part);
      line.show((done += part.tickets), messages.phases.running);
      outcomes = sumOf(outcomes, preview.outcomes);
      corrected += preview.replaced.corrected;
      flagged += preview.replaced.flagged;
      if (planned.number === 1) tickets.push(...ticketLines(preview, messages));
      skipped.push(...skippedLines(preview, part, messages).slice(0, max.skipped - skipped.length));
    }
  } finally {
    await reader.close();
  }
  line.note(messages.previewHead);
  outcomeTable(outcomes, messages).forEach(line.note);
  if (corrected + flagged > 0) line.note(messages.replaced(messages.count(corrected), messages.count(flagged)));
  if (plan.parts.length > 1) line.note(messages.previewParts);
  if (tickets.length > 0) [messages.previewTickets, ...tickets].forEach(line.note);
  if (skipped.length > 0) [messages.previewSkipped, ...skipped].forEach(line.note);
  if (plan.unreadableCount === 0) return outcomes;
  line.note(messages.unreadablePreview(messages.count(plan.unreadableCount)));
  unreadableLines(plan.unreadable, plan.unreadableCount, messages).forEach(line.note);
  return undefined;
};

const ticketLines = ({ tickets }: TicketsPreview, messages: Messages): readonly string[] =>
  tickets
    .slice(0, max.tickets)
    .flatMap(({ ticket_id: id, category, problem, solution }) => [
      `  №${id}${category === '' ? '' : ` · ${shortened(category)}`}`,
      `    ${messages.problem} ${shortened(problem)}`,
      `    ${messages.solution} ${shortened(solution)}`,
    ]);

const skippedLines = ({ skipped }: TicketsPreview, { positions }: Part, messages: Messages): readonly string[] =>
  skipped.flatMap(({ ticket_id: id, index, outcome, solution_length: length }) => {
    const position = positions[index];
    const measured = length === undefined ? '' : ` (${messages.count(length)})`;
    return position ? [`  ${positionText(position, messages)}, №${id}: ${messages.outcomes[outcome]}${measured}`] : [];
  });

const shortened = (text: string): string => {
  const characters = Array.from(text.replace(/\s+/gu, ' '));
  return characters.length > max.characters ? `${characters.slice(0, max.characters).join('')}…` : characters.join('');
};

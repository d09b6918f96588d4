import { type DeskName, type DeskRemark, deskRemarks } from '../../domain/desks.ts';
import type { RawTicket } from '../ticket-item.ts';

/** A ticket with messages whose authors' side cannot be told, or one that may be cut, or what is no ticket. */
export type RemarkedTicket = {
  readonly ticketId: string | null;
  readonly index: number;
  readonly row: number | null;
  readonly remark: DeskRemark;
};

/** What was found in an export: its desk, whether that was chosen by the caller, how much was left out, and the first tickets that want a look. */
export type DeskFindings = {
  readonly name: DeskName;
  readonly isChosen: boolean;
  readonly remarks: Readonly<Record<DeskRemark, number>>;
  readonly tickets: readonly RemarkedTicket[];
};

const maxTickets = 50;

/** Those of internal notes and of machines are as they should be. */
const wantsLook = (remark: DeskRemark): boolean =>
  remark === 'unknown-author' || remark === 'cut' || remark === 'no-ticket';

/** Counts what is left out of an export. */
export const deskTally = (desk: Pick<DeskFindings, 'name' | 'isChosen'>) => {
  const remarks = Object.fromEntries(deskRemarks.map((remark) => [remark, 0])) as Record<DeskRemark, number>;
  const tickets: RemarkedTicket[] = [];
  return {
    add: (remark: DeskRemark, { index, row }: Pick<RawTicket, 'index' | 'row'>, ticketId: string | null): void => {
      remarks[remark] += 1;
      const last = tickets.at(-1);
      const isListed = last?.index === index && last.remark === remark;
      if (wantsLook(remark) && !isListed && tickets.length < maxTickets)
        tickets.push({ ticketId, index, row: row ?? null, remark });
    },
    findings: (): DeskFindings => ({ ...desk, remarks: { ...remarks }, tickets: [...tickets] }),
  };
};

export type DeskTally = ReturnType<typeof deskTally>;

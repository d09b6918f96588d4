/** The events of erasures of accounts, each in a stream of its own, which stays. None has anything of the account but random ids and counts. */

/** The checks, in this order. `log_disk` is for a log whose server keeps erased events until a scavenge: what the log still has is no trace in a file. */
export const accountErasureSteps = ['closed', 'event_log', 'read_models', 'log_disk', 'files'] as const;
export type AccountErasureStep = (typeof accountErasureSteps)[number];

/** An account is to be erased with all that it has. Nothing comes of it until the account says that it was deleted. */
export type AccountErasureRequested = {
  readonly type: 'AccountErasureRequested';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    /** What the account had, as far as the read models had come. */
    readonly collections: number;
    readonly tickets: number;
    /** SHA-256 of the token that shows the erasure, in hexadecimal: nobody can sign in any more. */
    readonly tokenHash: string;
    /** Until when it does, ISO 8601. */
    readonly shownUntil: string;
  };
};

/** A step has been verified; `found` has the counts of its check (`operations/account-erasure-checks.ts`). */
export type AccountErasureProven = {
  readonly type: 'AccountErasureProven';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    readonly step: AccountErasureStep;
    readonly found: Readonly<Record<string, number>>;
    /** With `event_log`: of events that a log's server still holds, evenly chosen among very many. */
    readonly positions?: readonly string[];
  };
};

/** The files still had pieces of the account's texts after the last look: the operator has to see why. It is looked again once a day. */
export type AccountErasureHeldBack = {
  readonly type: 'AccountErasureHeldBack';
  readonly data: { readonly erasureId: string; readonly userId: string; readonly left: number };
};

/** What happens to an erasure of an account. */
export type AccountErasureEvent = AccountErasureRequested | AccountErasureProven | AccountErasureHeldBack;

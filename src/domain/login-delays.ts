/** Failed logins without a consequence (docs/contract.md, "Users"). */
const freeFailures = 5;
const firstDelayMs = 15_000;
const maxDelayMs = 15 * 60_000;

/** Until failures are forgotten, from the last one. Longer than any delay. */
export const failuresForgottenAfterMs = 60 * 60_000;

/** How long an address counts as known to an account, from its last successful login there. */
export const addressKnownForMs = 30 * 24 * 60 * 60_000;

/** The wait in ms before the next login, by the number of failures: none below 5, then 15 s, doubled by each further failure up to 15 min. */
export const loginDelayMs = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - freeFailures));

import type { DeskAccess, PulledDesk } from './desk-source.ts';
import { helpDeskEddy } from './desks/helpdeskeddy.ts';
import { omnidesk } from './desks/omnidesk.ts';
import { zendesk } from './desks/zendesk.ts';

/** The desks that tickets are pulled from. */
export const pulledDesks: Readonly<Record<PulledDesk, DeskAccess>> = { zendesk, omnidesk, helpdeskeddy: helpDeskEddy };

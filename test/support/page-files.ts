import { tenantRooms } from '../../src/uploads/page-file.ts';

/** A file at a path, with as much room as a tenant has. */
export const fileAt = (path: string) => ({ path, room: tenantRooms()('tenant') });

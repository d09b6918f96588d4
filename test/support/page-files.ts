import { pageRooms } from '../../src/uploads/page-file.ts';

/** As much room as a tenant has. */
export const roomOfTenant = () => pageRooms()({ tenantId: 'tenant', customer: 'home' });

/** A file at a path, with as much room as a tenant has. */
export const fileAt = (path: string) => ({ path, room: roomOfTenant() });

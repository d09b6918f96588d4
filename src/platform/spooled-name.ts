/** The name of a file with the body of a request: whose it is shows without a look at what another thread knows of it. */
export const spooledName = (tenantId: string, id: string): string => `${tenantId}.${id}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const spooled = new RegExp(`^(${uuid})\\.${uuid}(?:\\.|$)`);

/** The tenant whose body a file has; undefined for any other file. What is made of a body begins with its name. */
export const tenantOfSpooled = (name: string): string | undefined => spooled.exec(name)?.[1];

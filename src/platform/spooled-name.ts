/** A body of a request that is in a file: whose it is, and the position of its tenant's newest erasure when it began to come, 0 without one. */
export type SpooledBody = { readonly tenantId: string; readonly erasedBefore: bigint; readonly id: string };

/** The name of a file with a body: what it says shows without a look at what another thread knows of it. */
export const spooledName = ({ tenantId, erasedBefore, id }: SpooledBody): string => `${tenantId}.${erasedBefore}.${id}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const spooled = new RegExp(`^(${uuid})\\.(\\d+)\\.(${uuid})(?:\\.|$)`);

/** The body that a file has; undefined for any other file. What is made of a body begins with its name. */
export const spooledIn = (name: string): SpooledBody | undefined => {
  const [, tenantId, erasedBefore, id] = spooled.exec(name) ?? [];
  if (tenantId === undefined || erasedBefore === undefined || id === undefined) return undefined;
  return { tenantId, erasedBefore: BigInt(erasedBefore), id };
};

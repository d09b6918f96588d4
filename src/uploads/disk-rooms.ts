/** Whose files lie on the disk: an account's, and those of the address or /56 that its requests come from, all of whose accounts may be one person's. */
export type Sender = { readonly tenantId: string; readonly network: string };

/** Room on the disk: takes bytes if there are so many, and gives them back. */
export type Room = { readonly take: (bytes: number) => boolean; readonly give: (bytes: number) => void };

/** Bytes that may be taken at a time. */
type Max = { readonly tenant: number; readonly network: number };

/** Returns the room of each sender: what its tenant has left, and no more than its network has. */
export const diskRooms = (max: Max): ((sender: Sender) => Room) => {
  const [tenants, networks] = [takenBytes(), takenBytes()];
  return ({ tenantId, network }) => ({
    take: (bytes) => {
      const fits = tenants.of(tenantId) + bytes <= max.tenant && networks.of(network) + bytes <= max.network;
      if (fits) tenants.add(tenantId, bytes);
      if (fits) networks.add(network, bytes);
      return fits;
    },
    give: (bytes) => {
      tenants.add(tenantId, -bytes);
      networks.add(network, -bytes);
    },
  });
};

/** Sums that forget a key which has nothing. */
export const takenBytes = () => {
  const taken = new Map<string, number>();
  const of = (key: string): number => taken.get(key) ?? 0;
  return {
    of,
    add: (key: string, bytes: number): void => {
      taken.set(key, of(key) + bytes);
      if (of(key) === 0) taken.delete(key);
    },
  };
};

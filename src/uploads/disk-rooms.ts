/** Whose files lie on the disk; `customer`: the IPv4 address, or of IPv6 the /56, that its requests come from, all of whose accounts may be one person's. */
export type Sender = { readonly tenantId: string; readonly customer: string };

/** Room on the disk: takes bytes if there are so many, and gives them back. */
export type Room = { readonly take: (bytes: number) => boolean; readonly give: (bytes: number) => void };

/** Bytes that may be taken at a time. */
type Max = { readonly tenant: number; readonly customer: number };

/** Returns the room of each sender: what its tenant has left, and no more than its customer has. */
export const diskRooms = (max: Max): ((sender: Sender) => Room) => {
  const [tenants, customers] = [sumsByKey(), sumsByKey()];
  return ({ tenantId, customer }) => ({
    take: (bytes) => {
      const fits = tenants.of(tenantId) + bytes <= max.tenant && customers.of(customer) + bytes <= max.customer;
      if (fits) tenants.add(tenantId, bytes);
      if (fits) customers.add(customer, bytes);
      return fits;
    },
    give: (bytes) => {
      tenants.add(tenantId, -bytes);
      customers.add(customer, -bytes);
    },
  });
};

/** Sums that forget a key which has nothing. */
export const sumsByKey = () => {
  const sums = new Map<string, number>();
  const of = (key: string): number => sums.get(key) ?? 0;
  return {
    of,
    add: (key: string, summand: number): void => {
      sums.set(key, of(key) + summand);
      if (of(key) === 0) sums.delete(key);
    },
  };
};

import { TooManyAttempts } from '../domain/errors.ts';

/** Of one tenant in one instance. */
type Max = { readonly bodies: number; readonly bytes: number };

/** Four of the largest bodies. */
const defaultMax: Max = { bodies: 100, bytes: 200 * 1024 * 1024 };

/** A body that counts until it is closed. */
export type OpenBody = {
  /** Counts so many bytes for it: what a client has announced, later what has come. Throws TooManyAttempts. */
  readonly count: (bytes: number) => void;
  readonly close: () => void;
};

/** Opens a body of a tenant; `end` breaks it off if it has not come to its end. Throws TooManyAttempts. */
export type OpenBodies = (tenantId: string, end: () => void) => OpenBody;

/** Bounds the bodies of a tenant that come, wait and are read, all of which are on disk: those that come slowly, or wait long, would fill it. */
export const openBodies = (max = defaultMax) => {
  const tenants = new Map<string, Set<{ bytes: number; readonly end: () => void }>>();
  const open: OpenBodies = (tenantId, end) => {
    const bodies = tenants.get(tenantId) ?? new Set();
    const body = { bytes: 0, end };
    if (bodies.size === max.bodies) throw tooMany();
    tenants.set(tenantId, bodies.add(body));
    return {
      count: (bytes) => {
        const others = [...bodies].reduce((sum, other) => sum + (other === body ? 0 : other.bytes), 0);
        if (others + bytes > max.bytes) throw tooMany();
        body.bytes = bytes;
      },
      close: () => {
        bodies.delete(body);
        if (bodies.size === 0 && tenants.get(tenantId) === bodies) tenants.delete(tenantId);
      },
    };
  };
  return {
    open,
    /** Breaks off those of accounts that exist no longer, which any instance may have deleted. */
    endDeleted: async (exists: (tenantId: string) => Promise<boolean>): Promise<void> => {
      for (const [tenantId, bodies] of tenants) if (!(await exists(tenantId))) for (const { end } of bodies) end();
    },
  };
};

/** So often, and much sooner than the erasure of an account begins: a body that its deletion leaves would stay on disk. */
const endDeletedEveryMs = 2_000;

/** Breaks the bodies of deleted accounts off for as long as the process runs; if accounts cannot be read, it tries again. */
export const endDeletedBodies = (
  { endDeleted }: Pick<ReturnType<typeof openBodies>, 'endDeleted'>,
  exists: (tenantId: string) => Promise<boolean>,
): void => {
  setInterval(() => void endDeleted(exists).catch(() => undefined), endDeletedEveryMs).unref();
};

const tooMany = () => new TooManyAttempts('Too many uploads and previews of this account at once', 30);

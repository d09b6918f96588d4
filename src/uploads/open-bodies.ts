import { TooManyAttempts } from '../domain/errors.ts';

/** Of one tenant in one instance. */
type Max = { readonly bodies: number; readonly bytes: number };

/** Four of the largest bodies. */
const defaultMax: Max = { bodies: 100, bytes: 200 * 1024 * 1024 };

/** A body that counts until it is closed. */
export type OpenBody = {
  /** Counts so many bytes for it: what a client has announced, later what has come. Throws TooManyAttempts. */
  readonly count: (bytes: number) => void;
  /** Has it ended, too, once its tenant has another newest erasure than this one. */
  readonly endIfErasedAfter: (erasedBefore: bigint | undefined) => void;
  readonly close: () => void;
};

/** Opens a body of a tenant; `end`, which may be called again, ends what is done with it. Throws TooManyAttempts. */
export type OpenBodies = (tenantId: string, end: () => void) => OpenBody;

/** `any`: erasures do not end it. */
type Body = { bytes: number; readonly end: () => void; erasedBefore: bigint | undefined | 'any' };

/** Bounds the bodies of a tenant that come, wait and are read, all of which are on disk: those that come slowly, or wait long, would fill it. */
export const openBodies = (max = defaultMax) => {
  const tenants = new Map<string, Set<Body>>();
  const open: OpenBodies = (tenantId, end) => {
    const bodies = tenants.get(tenantId) ?? new Set();
    const body: Body = { bytes: 0, end, erasedBefore: 'any' };
    if (bodies.size === max.bodies) throw tooMany();
    tenants.set(tenantId, bodies.add(body));
    return {
      count: (bytes) => {
        const others = [...bodies].reduce((sum, other) => sum + (other === body ? 0 : other.bytes), 0);
        if (others + bytes > max.bytes) throw tooMany();
        body.bytes = bytes;
      },
      endIfErasedAfter: (erasedBefore) => void (body.erasedBefore = erasedBefore),
      close: () => {
        bodies.delete(body);
        if (bodies.size === 0 && tenants.get(tenantId) === bodies) tenants.delete(tenantId);
      },
    };
  };
  return {
    open,
    /** Ends those of accounts that exist no longer, and those that may hold what was erased since they began, which any instance may have been asked for. */
    endErased: async ({ exists, newestErasure }: ErasedSince): Promise<void> => {
      for (const [tenantId, bodies] of tenants) {
        if (!(await exists(tenantId))) for (const { end } of bodies) end();
        if (![...bodies].some(({ erasedBefore }) => erasedBefore !== 'any')) continue;
        const newest = await newestErasure(tenantId);
        for (const { erasedBefore, end } of bodies) if (erasedBefore !== 'any' && erasedBefore !== newest) end();
      }
    },
  };
};

type ErasedSince = {
  /** Whether an account exists. */
  readonly exists: (tenantId: string) => Promise<boolean>;
  /** The position of a tenant's newest erasure of tickets; undefined if it has none. */
  readonly newestErasure: (tenantId: string) => Promise<bigint | undefined>;
};

/** So often, and much sooner than the erasure of an account begins: an erasure waits for the bodies that it leaves on disk. */
const endErasedEveryMs = 2_000;

/** Ends bodies that erasures wait for, for as long as the process runs; if stores cannot be read, it tries again. */
export const endErasedBodies = (
  { endErased }: Pick<ReturnType<typeof openBodies>, 'endErased'>,
  erasedSince: ErasedSince,
): void => {
  setInterval(() => void endErased(erasedSince).catch(() => undefined), endErasedEveryMs).unref();
};

const tooMany = () => new TooManyAttempts('Too many uploads and previews of this account at once', 30);

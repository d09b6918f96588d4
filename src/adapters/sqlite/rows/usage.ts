const tickets = (row: 'old' | 'new') => `${row}.ticket_count + ${row}.withdrawn`;
const bytes = (row: 'old' | 'new') => `${row}.bytes + ${row}.event_bytes + ${row}.erasure_bytes`;
/** 1 for a collection that is not deleted, else 0. */
const isLive = (row: 'old' | 'new') => `(${row}.deleted IS NULL)`;

const addUsage = `
    INSERT INTO usage (user_id, collections, tickets, bytes) VALUES (new.user_id, ${isLive('new')}, ${tickets('new')}, ${bytes('new')})
      ON CONFLICT DO UPDATE SET collections = collections + excluded.collections, tickets = tickets + excluded.tickets, bytes = bytes + excluded.bytes;`;

/** Sums over the collections of each user, so that none reads tombstones, which are never removed. Of these receipts alone count: a deletion sets the other counters to 0. */
export const usageSchema = `
  CREATE TABLE usage (user_id TEXT PRIMARY KEY, collections INTEGER NOT NULL, tickets INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER usage_of_new AFTER INSERT ON collections WHEN new.user_id IS NOT NULL BEGIN
    ${addUsage}
  END;
  CREATE TRIGGER usage_of_found AFTER UPDATE OF user_id ON collections WHEN old.user_id IS NULL AND new.user_id IS NOT NULL BEGIN
    ${addUsage}
  END;
  CREATE TRIGGER usage_changed AFTER UPDATE OF deleted, ticket_count, withdrawn, bytes, event_bytes, erasure_bytes ON collections BEGIN
    UPDATE usage SET collections = collections + ${isLive('new')} - ${isLive('old')}, tickets = tickets + ${tickets('new')} - (${tickets('old')}), bytes = bytes + ${bytes('new')} - (${bytes('old')})
      WHERE user_id = new.user_id;
  END;`;

/** Reads one row, however many collections the user has had. */
export const usageQuery = `SELECT collections, tickets, bytes FROM usage WHERE user_id = ?`;

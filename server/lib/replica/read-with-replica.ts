import { getRemainingMs, withDeadline } from '../call/deadline.ts'
import type { Db } from '../db/db.ts'

/**
 * Runs a read on the replica if that has everything up to the position. Without a position, without
 * a replica, and if the read fails there or is not complete, it runs on the primary.
 */
export async function readWithReplica<T>(
  db: Db,
  position: number | undefined,
  read: (db: Db) => Promise<T>,
  isComplete: (result: T) => boolean = () => true,
): Promise<T> {
  const { replica } = db
  if (!replica || position === undefined || !replica.hasReached(position)) return read(db)
  try {
    // A slow replica leaves the other half of the time for the primary.
    const limitMs = getRemainingMs()
    const readThere = () => read(replica.db)
    const result = await replica.failWhenLost(
      limitMs === undefined ? readThere() : withDeadline(limitMs / 2, readThere),
    )
    if (isComplete(result)) return result
  } catch {
    // All errors are retried on the primary, because the replica may not have the record yet.
  }
  return read(db)
}

import type { Tx } from './db.ts'

/**
 * Runs the work in a savepoint. If it fails, `onError` returns a result, and only the work is rolled
 * back, or throws, which rolls back the whole transaction.
 */
export async function runInSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  onError: (error: unknown) => T,
): Promise<T> {
  await tx`savepoint part`
  try {
    const result = await work()
    await tx`release savepoint part`
    return result
  } catch (error) {
    const result = onError(error)
    await tx`rollback to savepoint part`
    await tx`release savepoint part`
    return result
  }
}

/**
 * Returns the result of the work, and rolls its changes back. The columns of products that follow
 * from their variants are not written, because of the indexes of products. The rollback also resets
 * the setting.
 */
export async function runAndUndo<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx`savepoint undone`
  await tx`set local app.is_undone = 'on'`
  const result = await work()
  await tx`rollback to savepoint undone`
  await tx`release savepoint undone`
  return result
}

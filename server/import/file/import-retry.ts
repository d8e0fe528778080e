import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../lib/db/db.ts'
import { runInSavepoint } from '../../lib/db/savepoint.ts'

const getErrorCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
/**
 * SQLSTATE classes 22 and 23: an invalid value or a violated constraint, or a product beyond the
 * limit of the plan. Other errors are not caused by a row.
 */
const isRowError = (error: unknown) => /^2[23]|plan_limit/.test(getErrorCode(error))
/**
 * Conflicts with other transactions: deadlock, serialization failure, lock or statement timeout.
 */
const isTransientError = (error: unknown) =>
  ['40P01', '40001', '55P03', '57014'].includes(getErrorCode(error))

/**
 * Writes all items in one call. When the database rejects them, it writes each half, until only the
 * rejected items are left out. Nothing of a rejected item is written.
 */
export async function writeWithBisection<T>(
  tx: Tx,
  items: readonly T[],
  write: (items: readonly T[]) => Promise<void>,
  onRejected: (item: T, error: unknown) => void,
): Promise<void> {
  const [firstItem] = items
  if (firstItem === undefined) return
  const rejection = await runInSavepoint<{ error: unknown } | undefined>(
    tx,
    async () => {
      await write(items)
      return undefined
    },
    error => {
      if (!isRowError(error)) throw error
      return { error }
    },
  )
  if (!rejection) return
  if (items.length === 1) return onRejected(firstItem, rejection.error)
  const half = Math.ceil(items.length / 2)
  await writeWithBisection(tx, items.slice(0, half), write, onRejected)
  await writeWithBisection(tx, items.slice(half), write, onRejected)
}

/** Retries a transaction after a conflict with another one. */
export async function retryTransaction<T>(
  runTransaction: () => Promise<T>,
  attemptsLeft = 5,
): Promise<T> {
  try {
    return await runTransaction()
  } catch (error) {
    if (attemptsLeft <= 1 || !isTransientError(error)) throw error
    await sleep(200 + Math.random() * 800)
    return retryTransaction(runTransaction, attemptsLeft - 1)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../lib/db/db.ts'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
/** SQLSTATE classes 22 and 23: a value or a constraint. What else fails is nobody's row's fault. */
const isRefusal = (error: unknown) => /^2[23]/.test(codeOf(error))
/** Somebody else was in the way: deadlock, lock or statement timeout, or a read that could not be repeated. */
const isPassing = (error: unknown) => ['40P01', '40001', '55P03', '57014'].includes(codeOf(error))

/**
 * Writes many in one go; when the database refuses, halves them until the one that it refuses is alone. The others are
 * written, and nothing of the refused one stays.
 */
export async function writeOrSplit<T>(
  tx: Tx,
  items: readonly T[],
  write: (items: readonly T[]) => Promise<void>,
  refused: (item: T, error: unknown) => void,
): Promise<void> {
  const [only] = items
  if (only === undefined) return
  await tx`savepoint part`
  try {
    await write(items)
    await tx`release savepoint part`
    return
  } catch (error) {
    if (!isRefusal(error)) throw error
    await tx`rollback to savepoint part`
    await tx`release savepoint part`
    if (items.length === 1) return refused(only, error)
  }
  const half = Math.ceil(items.length / 2)
  await writeOrSplit(tx, items.slice(0, half), write, refused)
  await writeOrSplit(tx, items.slice(half), write, refused)
}

/** Tries a transaction again when somebody else was in its way. */
export async function insist<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1 || !isPassing(error)) throw error
    await sleep(200 + Math.random() * 800)
    return insist(work, tries - 1)
  }
}

/**
 * Milliseconds that a reader goes back from its last position. Ids increase with the time of the
 * insert, but an earlier row can be committed later. The overlap is longer than any transaction.
 * Pages ignore the notifications that they have already received.
 */
export const overlapMs = 60_000

const uuidV7Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns the id after which a reader continues, or undefined if its last position is not a valid
 * id.
 */
export function getResumePosition(position: string | undefined): string | undefined {
  if (!position || !uuidV7Pattern.test(position)) return undefined
  return toPosition(Number.parseInt(position.replace('-', '').slice(0, 12), 16) - overlapMs)
}

/** Returns the id after which a page with data of this age, in milliseconds, misses notifications. */
export const getPositionBefore = (age: number | undefined): string | undefined =>
  age === undefined ? undefined : toPosition(Date.now() - age)

function toPosition(ms: number): string {
  const hex = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

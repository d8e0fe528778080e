/** The highest position of all replies. */
let highestPosition = 0
/** The events of changes by others, and how many of them the position includes. */
let eventCount = 0
let includedEventCount = 0

/**
 * Returns how new the data of this tab is, as a position in the log of the database. A read replica
 * serves lists only if its data is as new. Undefined after a change by others whose position is not
 * known, and if the server has no replica: the next list is then read from the primary.
 */
export const getDataPosition = (): number | undefined =>
  highestPosition > 0 && includedEventCount === eventCount ? highestPosition : undefined

/** Records an event of the stream: another tab, user or job has changed data. */
export function recordStreamEvent(): void {
  eventCount += 1
}

/** Starts a request. Returns the function that records the position in its reply. */
export function trackDataPosition(): (headerText: string | null) => void {
  const countAtStart = eventCount
  return headerText => {
    if (headerText === null) return
    highestPosition = Math.max(highestPosition, Number(headerText))
    includedEventCount = Math.max(includedEventCount, countAtStart)
  }
}

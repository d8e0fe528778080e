/** The replica is used only while it has all data that the primary had this time ago. */
const maxLagMs = 1000

type Sample = { takenAt: number; position: number }

/**
 * Measures how far a replica is behind, by the positions of both servers in the log, so that their
 * clocks need not agree and an idle primary does not look like a lagging replica.
 */
export function createLagMeter(clock: () => number) {
  let samples: Sample[] = []
  let syncedAt = Number.NEGATIVE_INFINITY
  let replayed = 0
  const getLagMs = () => clock() - syncedAt
  return {
    /** Adds the position of the primary at a time. */
    addPrimary(takenAt: number, position: number) {
      // The replica is not used after this time, so that no older sample matters.
      samples = samples.filter(sample => clock() - sample.takenAt < maxLagMs)
      samples.push({ takenAt, position })
    },
    /** Sets the position up to which the replica has replayed the log. */
    setReplayed(position: number) {
      replayed = position
      const reached = samples.filter(sample => sample.position <= position)
      syncedAt = Math.max(syncedAt, ...reached.map(({ takenAt }) => takenAt))
    },
    /** Forgets the replica until its next position is set. */
    reset() {
      samples = []
      syncedAt = Number.NEGATIVE_INFINITY
    },
    getLagMs,
    isCurrent: () => getLagMs() < maxLagMs,
    hasReached: (position: number) => getLagMs() < maxLagMs && replayed >= position,
  }
}

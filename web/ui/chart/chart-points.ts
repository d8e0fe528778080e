export type ChartPoint = {
  label: string
  now: number | null
  before?: number | null
  /** The point is the current hour, day or month, whose value still grows. */
  isUnfinished?: boolean
}

/**
 * Returns the points with the line to the unfinished point as a series of its own, which is dashed.
 * It starts at the last finished point.
 */
export const splitUnfinishedPoint = (points: readonly ChartPoint[]) =>
  points.map(({ label, now, before, isUnfinished }, index) => ({
    label,
    before,
    now: isUnfinished ? null : now,
    unfinished: isUnfinished || points[index + 1]?.isUnfinished ? now : null,
  }))

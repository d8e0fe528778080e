/** A pseudorandom generator: the same seed gives the same store. */
export interface SeededRandom {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer; both ends are included. */
  integer(from: number, to: number): number
  /** Returns true with this probability. */
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Returns an index, chosen in proportion to the weights. */
  weightedIndex(weights: readonly number[]): number
}

/** Uses mulberry32: 32 bits of state are enough for some ten thousand numbers. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: probability => next() < probability,
    pick: list => list[Math.floor(next() * list.length)] ?? list[0],
    weightedIndex: weights => {
      const target = next() * weights.reduce((total, weight) => total + weight, 0)
      let cumulativeWeight = 0
      for (const [index, weight] of weights.entries()) {
        cumulativeWeight += weight
        if (target < cumulativeWeight) return index
      }
      return weights.length - 1
    },
  }
}

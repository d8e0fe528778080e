/** Says whether somebody may hold so many bytes from now on; if not, they hold what they held before. */
export type Hold = (bytes: number) => boolean

/** Memory that is shared out as it is used: no more in all than `inAll`, and of it nobody has more than `ofOne`. */
export function openByteShares(inAll: number, ofOne: number) {
  const held = new Map<string, number>()
  let total = 0
  /** `work` may hold more and more, and holds nothing once it is over. */
  return async function holding<T>(whose: string, work: (hold: Hold) => Promise<T>): Promise<T> {
    let mine = 0
    const hold: Hold = bytes => {
      const more = bytes - mine
      const own = (held.get(whose) ?? 0) + more
      if (more > 0 && (total + more > inAll || own > ofOne)) return false
      mine = bytes
      total += more
      if (own > 0) held.set(whose, own)
      else held.delete(whose)
      return true
    }
    try {
      return await work(hold)
    } finally {
      hold(0)
    }
  }
}

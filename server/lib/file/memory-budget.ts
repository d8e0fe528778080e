/** Says whether somebody may hold so many bytes from now on; if not, they hold what they held before. */
export type ReserveBytes = (bytes: number) => boolean

/** Memory that is shared out as it is used: no more in all than `inAll`, and of it nobody has more than `ofOne`. */
export function createMemoryBudget(totalLimit: number, ownerLimit: number) {
  const reservedByOwner = new Map<string, number>()
  let totalReserved = 0
  /** `work` may hold more and more, and holds nothing once it is over. */
  return async function withReservation<T>(
    owner: string,
    work: (reserve: ReserveBytes) => Promise<T>,
  ): Promise<T> {
    let reserved = 0
    const reserve: ReserveBytes = bytes => {
      const addedBytes = bytes - reserved
      const ownerTotal = (reservedByOwner.get(owner) ?? 0) + addedBytes
      if (addedBytes > 0 && (totalReserved + addedBytes > totalLimit || ownerTotal > ownerLimit))
        return false
      reserved = bytes
      totalReserved += addedBytes
      if (ownerTotal > 0) reservedByOwner.set(owner, ownerTotal)
      else reservedByOwner.delete(owner)
      return true
    }
    try {
      return await work(reserve)
    } finally {
      reserve(0)
    }
  }
}

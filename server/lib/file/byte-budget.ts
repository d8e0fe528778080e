/** Changes the reservation to `bytes`. Returns false and changes nothing if a limit is exceeded. */
export type ReserveBytes = (bytes: number) => boolean

/**
 * Limits the bytes that work reserves: `totalLimit` bytes in total and `ownerLimit` bytes for each
 * owner.
 */
export function createByteBudget(totalLimit: number, ownerLimit: number) {
  const reservedByOwner = new Map<string, number>()
  let totalReserved = 0
  /** Runs the work, which may change its reservation, and releases the reservation at its end. */
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

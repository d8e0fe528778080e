import { setNewest } from '../../lib/bounded-map.ts'
import { Problem } from '../../lib/call/problem.ts'
import { getClientNetwork } from '../../lib/security/client-network.ts'

const maxNetworks = 10_000

/**
 * Limits the requests of a network in this process, at no cost for the database: `burst` at once and
 * `refillPerSecond` more, both multiplied by `factor`.
 */
export function createNetworkLimit(
  factor: number,
  { burst, refillPerSecond }: { burst: number; refillPerSecond: number },
) {
  const usageByNetwork = new Map<string, { count: number; at: number }>()
  /**
   * Returns the current usage of the network of an IP address.
   * @throws Problem 429 for a network that has used its limit
   */
  function getUsage(ip: string) {
    const network = getClientNetwork(ip)
    const at = performance.now()
    const earlier = usageByNetwork.get(network)
    const count = earlier
      ? Math.max(0, earlier.count - ((at - earlier.at) / 1000) * refillPerSecond * factor)
      : 0
    if (count < burst * factor) return { network, count, at }
    throw new Problem(429, 'too_many_attempts', { count: 5 }, { retryAfterSeconds: 5 })
  }
  /** @throws Problem 429 */
  function assert(ip: string) {
    getUsage(ip)
  }
  /**
   * Counts a request.
   * @throws Problem 429
   */
  function consume(ip: string) {
    const { network, count, at } = getUsage(ip)
    setNewest(usageByNetwork, [network, { count: count + 1, at }], maxNetworks)
  }
  return { assert, consume }
}
export type NetworkLimit = ReturnType<typeof createNetworkLimit>

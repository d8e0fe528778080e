import { getClientNetwork } from '../../lib/security/client-network.ts'
import { createRequestLimit, type RequestRate } from './request-limit.ts'

/** Limits the requests of the network of an IP address in this process. */
export function createNetworkLimit(factor: number, rate: RequestRate) {
  const limit = createRequestLimit(factor, rate)
  return {
    /** @throws Problem 429 */
    assert: (ip: string) => limit.assert(getClientNetwork(ip)),
    /** @throws Problem 429 */
    consume: (ip: string) => limit.consume(getClientNetwork(ip)),
  }
}
export type NetworkLimit = ReturnType<typeof createNetworkLimit>

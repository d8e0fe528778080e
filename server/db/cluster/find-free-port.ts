import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port of 127.0.0.1. It is below the ports that systems give to outgoing connections
 * and to servers without a port of their own, so nothing takes it before its user listens.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  return (await isFreePort(port)) ? port : findFreePort()
}

export async function isFreePort(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

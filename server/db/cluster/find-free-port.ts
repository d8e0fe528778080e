import { createServer } from 'node:net'

/** Returns a free port of 127.0.0.1, or the requested one. Fails if another process uses that. */
export function findFreePort(requestedPort = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(requestedPort, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

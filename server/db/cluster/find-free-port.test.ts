import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, isFreePort } from './find-free-port.ts'

test('finds a port that no other program is given by the system', async () => {
  const port = await findFreePort()
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(32_768)
  expect(await isFreePort(port)).toBe(true)
})

test('knows a port in use', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isFreePort(port)).toBe(false)
  server.close()
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { reportFailure, useServerDown } from './server-outage.ts'

let wasCovered = false
function OutageProbe() {
  const isDown = useServerDown()
  wasCovered ||= isDown
  return null
}

test('a check that an earlier page has started does not cover the next page', async () => {
  const unavailable = () => new Response(null, { status: 503 })
  const send = vi
    .fn(async () => unavailable())
    .mockImplementationOnce(async () => unavailable())
    // The page ends before this check is answered, and the next page has another server.
    .mockImplementationOnce(() => sleep(300).then(unavailable))
  vi.stubGlobal('fetch', send)
  reportFailure(503)
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  await renderElement(<OutageProbe />)
  await sleep(500)
  expect(wasCovered).toBe(false)
})

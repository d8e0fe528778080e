import { expect, test, vi } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { endOutage, reportFailure, useServerDown } from './server-outage.ts'

let wasCovered = false
function OutageProbe() {
  const isDown = useServerDown()
  wasCovered ||= isDown
  return null
}

test('a check that an earlier page has started does not cover the next page', async () => {
  const unavailable = () => new Response(null, { status: 503 })
  const answer = Promise.withResolvers<Response>()
  const send = vi
    .fn(async () => unavailable())
    .mockImplementationOnce(async () => unavailable())
    // The page ends before this check is answered, and the next page has another server.
    .mockImplementationOnce(() => answer.promise)
  vi.stubGlobal('fetch', send)
  reportFailure(503)
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  const page = renderElement(<OutageProbe />)
  answer.resolve(unavailable())
  await page
  await endOutage()
  expect(wasCovered).toBe(false)
})

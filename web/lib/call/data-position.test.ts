import { expect, test } from 'vitest'
import { getDataPosition, recordStreamEvent, trackDataPosition } from './data-position.ts'

test('the position is the highest of the replies since the last change by others', () => {
  trackDataPosition()(null)
  expect(getDataPosition()).toBe(undefined)
  trackDataPosition()('20')
  trackDataPosition()('10')
  expect(getDataPosition()).toBe(20)

  const recordEarlierReply = trackDataPosition()
  recordStreamEvent()
  expect(getDataPosition()).toBe(undefined)
  // The request began before the change, so its reply may be older, but includes its own write.
  recordEarlierReply('40')
  expect(getDataPosition()).toBe(undefined)
  trackDataPosition()('30')
  expect(getDataPosition()).toBe(40)
})

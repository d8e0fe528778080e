import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects a complaint takes over console.error with vi.spyOn itself, and then answers for it.
beforeEach(() => {
  const complaints = vi.spyOn(console, 'error')
  return () => {
    const said = complaints.mock.calls.map(call => call.map(String).join(' '))
    complaints.mockRestore()
    expect(said, 'unexpected console.error').toEqual([])
  }
})

afterEach(() => {
  vi.useRealTimers()
})

// The next file of this worker has the same modules.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

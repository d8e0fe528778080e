import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects a complaint takes over console.error with vi.spyOn itself, and then answers for it.
beforeEach(() => {
  const consoleErrors = vi.spyOn(console, 'error')
  return () => {
    const messages = consoleErrors.mock.calls.map(call => call.map(String).join(' '))
    consoleErrors.mockRestore()
    expect(messages, 'unexpected console.error').toEqual([])
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

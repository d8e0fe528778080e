import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// Fails a test that prints an unexpected error. A test that expects one spies on console.error
// itself.
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

// The next file of this worker shares the modules.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

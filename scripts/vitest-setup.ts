import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

// With it, React records where each element was created, which takes a tenth of the time of a page.
Reflect.deleteProperty(console, 'createTask')

// The files of a worker share one browser storage, so a language or layout that one file chose would
// apply to the next.
beforeAll(() => {
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
})

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

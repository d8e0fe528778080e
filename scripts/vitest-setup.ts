import React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

// React records where each element was created: with `createTask`, which takes a tenth of the time of
// a page, and as an error for each of the first 10,000 elements of a second, which takes a fifth. No
// test reads this. The count of these elements is fixed here, so React records none.
Reflect.deleteProperty(console, 'createTask')
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {}, configurable: true },
)

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

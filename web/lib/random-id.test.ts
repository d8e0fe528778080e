import { afterEach, expect, test, vi } from 'vitest'
import { Id } from '#contract/lib/schemas.ts'

afterEach(() => vi.unstubAllGlobals())

test('a tab has an id on pages without HTTPS, where randomUUID() is missing', async () => {
  const { crypto: original } = globalThis
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => original.getRandomValues(bytes),
  })
  const { tabId } = await import('./call/tab-id.ts')
  expect(Id.parse(tabId)).toBe(tabId)
})

import { test as base } from '@playwright/test'
import { type SeededStore, seedStore } from './seed-store.ts'
import { createSeller, type Seller, toStorageState } from './test-seller.ts'

type TestFixtures = { seller: Seller }
type WorkerFixtures = { seededStore: SeededStore }

/** A test whose browser is logged in as `seller`, the owner of a new, empty store. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Uses a separate request context, because the default one depends on `storageState`.
  seller: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await use(await createSeller(http))
    await http.dispose()
  },
  storageState: async ({ seller, baseURL }, use) =>
    use(toStorageState(baseURL ?? '', seller.session)),
  /** One store per worker with records in every list. Tests must not change it. */
  seededStore: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await seedStore(await createSeller(http), http))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

/** A test whose browser is logged in to the seeded store. */
export const seededStoreTest = test.extend({
  storageState: async ({ seededStore, baseURL }, use) =>
    use(toStorageState(baseURL ?? '', seededStore.seller.session)),
})

/** A test whose browser is not logged in. */
export const visitorTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  storageState: async ({}, use) => use({ cookies: [], origins: [] }),
})

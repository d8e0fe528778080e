import { test as base } from '@playwright/test'
import { type SeededStore, seedStore } from './seed-store.ts'
import { createSeller, type Seller, toStorageState } from './test-seller.ts'

type TestFixtures = { seller: Seller }
type WorkerFixtures = { seededStore: SeededStore }

/** The browser is logged in as `seller`, who has an empty store of their own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // A context of its own: the one that tests are given waits for `storageState`.
  seller: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await use(await createSeller(http))
    await http.dispose()
  },
  storageState: async ({ seller, baseURL }, use) =>
    use(toStorageState(baseURL ?? '', seller.session)),
  /** One store with something in every list; tests only look at it. */
  seededStore: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await seedStore(await createSeller(http)))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

/** The same, logged in to the furnished store. */
export const seededStoreTest = test.extend({
  storageState: async ({ seededStore, baseURL }, use) =>
    use(toStorageState(baseURL ?? '', seededStore.seller.session)),
})

/** Nobody is logged in. */
export const visitorTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  storageState: async ({}, use) => use({ cookies: [], origins: [] }),
})

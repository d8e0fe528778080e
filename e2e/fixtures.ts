import { test as base } from '@playwright/test'
import { type Furnished, furnishStore } from './furnish-store.ts'
import { newSeller, type Seller, storageOf } from './seller.ts'

type Each = { seller: Seller }
type Shared = { furnished: Furnished }

/** The browser is logged in as `seller`, who has an empty store of their own. */
export const test = base.extend<Each, Shared>({
  // A context of its own: the one that tests are given waits for `storageState`.
  seller: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await use(await newSeller(http))
    await http.dispose()
  },
  storageState: async ({ seller, baseURL }, use) => use(storageOf(baseURL ?? '', seller.session)),
  /** One store with something in every list; tests only look at it. */
  furnished: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      await use(await furnishStore(await newSeller(http)))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

/** The same, logged in to the furnished store. */
export const furnishedTest = test.extend({
  storageState: async ({ furnished, baseURL }, use) =>
    use(storageOf(baseURL ?? '', furnished.seller.session)),
})

/** Nobody is logged in. */
export const visitorTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  storageState: async ({}, use) => use({ cookies: [], origins: [] }),
})

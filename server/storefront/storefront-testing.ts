import type { InjectOptions } from 'fastify'
import type { TestApp } from '../lib/testing/testing.ts'

/** The host of the store of the test owner. */
export const getOwnerHost = (t: TestApp) =>
  `store-of-${t.people.owner.name}.${t.app.config.storefrontHost}`

/** Requests a page of the owner's store, or of another host. */
export function visit(t: TestApp, url: string, options: Omit<InjectOptions, 'url'> = {}) {
  if (!t.app.storefront) throw new Error('The storefront was not built.')
  return t.app.storefront.inject({
    url,
    ...options,
    headers: { host: getOwnerHost(t), ...options.headers },
  })
}

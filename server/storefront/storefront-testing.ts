import type { InjectOptions } from 'fastify'
import { type BusinessInput, businessApi } from '#contract/business.ts'
import type { TestApp } from '../lib/testing/testing.ts'
import { getStoreUrl } from './read-store.ts'

/** The host of the store of the test owner. */
export const getOwnerHost = (t: TestApp) =>
  `store-of-${t.people.owner.name}.${t.app.config.storefrontHost}`

/** The address of the store of the test owner, without a trailing slash. */
export const getOwnerOrigin = (t: TestApp) => getStoreUrl(t.app, getOwnerHost(t))

const launches = new WeakMap<TestApp, Promise<void>>()

/** Changes the status of the owner's store, as its page of settings does. */
export function setStoreStatus(t: TestApp, status: NonNullable<BusinessInput['status']>) {
  const change = updateStatus(t, status)
  launches.set(t, change)
  return change
}

async function updateStatus(t: TestApp, status: NonNullable<BusinessInput['status']>) {
  const { businessId } = t.people.owner
  const reply = await t.call('owner', businessApi.update, {
    params: { id: businessId },
    body: { data: { status } },
  })
  if (reply.status !== 200) throw new Error('The status of the store was not changed.')
}

/**
 * Requests a page of the owner's store, or of another host. Launches the owner's store first unless
 * the test has set its status.
 */
export async function visit(t: TestApp, url: string, options: Omit<InjectOptions, 'url'> = {}) {
  if (!t.app.storefront) throw new Error('The storefront was not built.')
  await (launches.get(t) ?? setStoreStatus(t, 'live'))
  return t.app.storefront.inject({
    url,
    ...options,
    headers: { host: getOwnerHost(t), ...options.headers },
  })
}

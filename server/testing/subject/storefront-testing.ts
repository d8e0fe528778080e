import type { InjectOptions } from 'fastify'
import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { type StoreInput, storeApi } from '#contract/store/store.ts'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { getStoreUrl } from '../../store/rule/store-url.ts'
import type { TestApp } from '../testing.ts'

/** The host of the store of the test owner. */
export const getOwnerHost = (t: TestApp) =>
  `store-of-${t.people.owner.name}.${t.app.config.storefrontHost}`

/** The address of the store of the test owner, without a trailing slash. */
export const getOwnerOrigin = (t: TestApp) => getStoreUrl(t.app.config, getOwnerHost(t))

const launches = new WeakMap<TestApp, Promise<void>>()

/** Changes the status of the owner's store, as its page of settings does. */
export function setStoreStatus(t: TestApp, status: NonNullable<StoreInput['status']>) {
  const change = updateStatus(t, status)
  launches.set(t, change)
  return change
}

async function updateStatus(t: TestApp, status: NonNullable<StoreInput['status']>) {
  const { storeId } = t.people.owner
  const reply = await t.call('owner', storeApi.update, {
    params: { id: storeId },
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

/** Publishes these sections as the home page of the owner's store. */
export const publishHome = (t: TestApp, home: readonly Section[]) => publishTemplates(t, { home })

/** Publishes these pages of the owner's store. */
export async function publishTemplates(
  t: TestApp,
  changed: Partial<Record<TemplateKind, readonly Section[]>>,
) {
  const themes: Theme[] = (await t.call('owner', themeApi.list)).body.data
  const params = { id: themes.find(({ active }) => active)?._id ?? '' }
  const draft: ThemeDraft = (await t.call('owner', themeDraftApi.getDraft, { params })).body.data
  const { version, templates } = draft
  const saved = await t.call('owner', themeDraftApi.saveDraft, {
    params,
    body: { version, templates: { ...templates, ...changed } },
  })
  const published = await t.call('owner', themeDraftApi.publish, {
    params,
    body: { version: saved.body.data.version },
  })
  if (published.status !== 200) throw new Error('The home page was not published.')
  t.advanceClock(1000)
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeApi } from '#contract/store/store.ts'
import { setStoreStatus } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Longer than a process caches the host of a store. */
const becomeVisible = () => t.advanceClock(1000)
const changeHandle = async (who: 'owner' | 'stranger', slug: string) =>
  t.call(who, storeApi.update, {
    params: { id: t.people[who].storeId },
    body: { data: { slug } },
  })
const locate = async (handle: string, url = '/') => {
  const host = `${handle}.${t.app.config.storefrontHost}`
  const reply = await t.app.storefront?.inject({ url, headers: { host } })
  return `${reply?.statusCode} ${reply?.headers.location ?? ''}`.trim()
}
const urlOf = (handle: string) => `http://${handle}.${t.app.config.storefrontHost}:3000`
const listEarlierHosts = () =>
  t.inStore(tx => tx<{ host: string }[]>`select host from earlier_store_host order by id`)

// A store that was launched stays so, and its handles accumulate: the tests build on each other.
describe('earlier handles', { shuffle: false }, () => {
  test('the handle of a store that was never launched is free again', async () => {
    expect((await changeHandle('owner', 'heron-draft')).status).toBe(200)
    expect((await changeHandle('owner', 'heron-1')).status).toBe(200)
    expect(await listEarlierHosts()).toEqual([])
    becomeVisible()
    expect(await locate('heron-draft')).toBe('421')
  })

  test('the latest five free hosts redirect to the current one in one step', async () => {
    await setStoreStatus(t, 'live')
    for (const number of [2, 3, 4, 5, 6, 7])
      expect((await changeHandle('owner', `heron-${number}`)).status).toBe(200)
    becomeVisible()
    for (const number of [2, 3, 4, 5, 6])
      expect(await locate(`heron-${number}`, '/products?page=2')).toBe(
        `301 ${urlOf('heron-7')}/products?page=2`,
      )
    expect([await locate('heron-7'), await locate('heron-1')]).toEqual(['200', '421'])
  })

  test('only the store itself can have an earlier handle', async () => {
    const before = await listEarlierHosts()
    const rejection = await changeHandle('stranger', 'heron-3')
    expect([rejection.status, rejection.body.errors[0]]).toMatchObject([
      409,
      { path: 'slug', code: 'store_url_taken' },
    ])
    expect(await listEarlierHosts()).toEqual(before)
    expect((await changeHandle('stranger', 'heron-1')).status).toBe(200)
    expect((await changeHandle('owner', 'heron-3')).status).toBe(200)
    becomeVisible()
    expect([await locate('heron-3'), await locate('heron-7')]).toEqual([
      '200',
      `301 ${urlOf('heron-3')}/`,
    ])
  })

  test('earlier hosts lead to a domain of the seller', async () => {
    await t.inStore(async tx => {
      await tx`update domain set is_primary = false`
      await tx`insert into domain (domain, status, is_primary) values ('heron.example', 'active', true)`
    })
    becomeVisible()
    expect(await locate('heron-2')).toMatch(/^301 https?:\/\/heron\.example/)
    expect(await locate('heron-3')).toMatch(/^301 https?:\/\/heron\.example/)
  })
})

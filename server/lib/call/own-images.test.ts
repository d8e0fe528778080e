import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const getImageUrl = (as: 'owner' | 'stranger') =>
  `/media/${t.people[as].storeId}/00000000-0000-7000-8000-000000000001/1200.webp`
const updateStore = (logo: string) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { logo } },
  })
const createCategory = (image: string) =>
  t.call('owner', categoryApi.create, { body: { name: 'Pots', image } })

test('accepts images of the own store and rejects those of another store', async () => {
  const [own, foreign] = [getImageUrl('owner'), getImageUrl('stranger')]
  expect((await createCategory(own)).status).toBe(201)
  expect((await updateStore(own)).status).toBe(200)
  const replies = [
    await createCategory(foreign),
    await createCategory(` ${foreign.toUpperCase().replace('/MEDIA/', '/media/')}`),
    await updateStore(foreign),
    await t.call('owner', cmsApi.update, { body: { identity: { shareImage: foreign } } }),
    await t.call('owner', productApi.create, {
      body: { title: 'Pot', price: 1, description: `<p>Clay <img src="${foreign}"></p>` },
    }),
  ]
  for (const { status, body } of replies)
    expect([status, body.errors?.[0].code]).toEqual([422, 'image_not_found'])
})

test('a logo is an image, and a path cannot leave the folder of the store', async () => {
  for (const logo of [
    'javascript:alert(1)',
    'logo.png',
    getImageUrl('owner').replace('1200', '../x'),
  ])
    expect((await updateStore(logo)).body.errors).toMatchObject([
      { path: 'data.logo', code: 'invalid_media_url' },
    ])
})

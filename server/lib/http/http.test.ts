import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { categoryApi } from '#contract/product/category.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('rejects a very long parameter with a problem that does not repeat it', async () => {
  const { status, body } = await t.call(undefined, storeApi.checkDomain, {
    params: { domain: 'x'.repeat(400) },
  })
  expect(status).toBe(404)
  expect(body).toMatchObject({ status: false, code: 'unknown_path' })
  expect(JSON.stringify(body)).not.toContain('xxx')
})

test('accepts a content type without a body', async () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const { body } = await t.call('owner', categoryApi.create, { body: { name: 'Short-lived' } })
  expect(
    (await t.call('owner', categoryApi.delete, { params: { id: body.data._id }, ...json })).status,
  ).toBe(200)
  expect((await t.call('nobody', accountApi.logout, json)).status).toBe(200)
  expect((await t.call('owner', categoryApi.create, json)).status).toBe(422)
})

test('rejects a body that is not JSON or sets __proto__', async () => {
  const { token, storeId } = t.people.owner
  const send = (payload: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/category/create',
      headers: {
        authorization: `Bearer ${token}`,
        'x-business-id': storeId,
        'content-type': 'application/json',
      },
      payload,
    })
  for (const payload of ['{"name":', '{"name":"a","__proto__":{"b":1}}'])
    expect((await send(payload)).statusCode).toBe(400)
})

test('explains the error of a field that may be empty or an email', async () => {
  const { body } = await t.call('owner', customerApi.create, { body: { email: 'not one' } })
  expect(body.errors).toMatchObject([{ path: 'email', message: 'Enter a valid email address.' }])
})

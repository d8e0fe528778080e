import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { businessApi } from '#contract/business.ts'
import { categoryApi } from '#contract/category.ts'
import { customerApi } from '#contract/customer.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a parameter without end is refused in the shape of every failure, and not repeated', async () => {
  const { status, body } = await t.call(undefined, businessApi.checkDomain, {
    params: { domain: 'x'.repeat(400) },
  })
  expect(status).toBe(404)
  expect(body).toMatchObject({ status: false, code: 'unknown_path' })
  expect(JSON.stringify(body)).not.toContain('xxx')
})

test('the type of a body that is not there does no harm', async () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const { body } = await t.call('owner', categoryApi.create, { body: { name: 'Short-lived' } })
  expect(
    (await t.call('owner', categoryApi.delete, { params: { id: body.data._id }, ...json })).status,
  ).toBe(200)
  expect((await t.call('nobody', accountApi.logout, json)).status).toBe(200)
  expect((await t.call('owner', categoryApi.create, json)).status).toBe(422)
})

test('a body that is no JSON, or reaches for a prototype, cannot be read', async () => {
  const { token, businessId } = t.people.owner
  const send = (payload: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/category/create',
      headers: {
        authorization: `Bearer ${token}`,
        'x-business-id': businessId,
        'content-type': 'application/json',
      },
      payload,
    })
  for (const payload of ['{"name":', '{"name":"a","__proto__":{"b":1}}'])
    expect((await send(payload)).statusCode).toBe(400)
})

test('what may be empty or an email says what is wrong with it', async () => {
  const { body } = await t.call('owner', customerApi.create, { body: { email: 'not one' } })
  expect(body.errors).toMatchObject([{ path: 'email', message: 'Enter a valid email address' }])
})

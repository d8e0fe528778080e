import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountApi, type Signup } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())

const updatePreferences = (body: object) => t.call('owner', accountApi.updatePreferences, { body })
const getPreferences = async (as: 'owner' | 'stranger' = 'owner') =>
  (await t.call(as, accountApi.me)).body.data.preferences

test('preferences are merged, and belong to one person', async () => {
  expect(await getPreferences()).toEqual({})
  expect((await updatePreferences({ skin: 'dark', menuCollapsed: true })).body).toMatchObject({
    status: true,
    data: { skin: 'dark', menuCollapsed: true },
  })
  const { body } = await updatePreferences({
    skin: 'bordered',
    direction: 'rtl',
    language: 'pt-BR',
  })
  expect(body.data).toEqual({
    skin: 'bordered',
    menuCollapsed: true,
    direction: 'rtl',
    language: 'pt-BR',
  })
  expect(await getPreferences()).toEqual(body.data)
  expect(await getPreferences('stranger')).toEqual({})
})

test('null removes a preference, and unknown ones are ignored', async () => {
  await updatePreferences({ direction: 'rtl', footerType: 'sticky' })
  expect(
    (await updatePreferences({ direction: null, favouriteColor: 'green' })).body.data,
  ).not.toHaveProperty('direction')
  expect(await getPreferences()).toMatchObject({ footerType: 'sticky' })
  const [row] = await t.sql<
    { preferences: object }[]
  >`select preferences from person where id = ${t.people.owner.personId}`
  expect(Object.keys(row?.preferences ?? {})).not.toContain('favouriteColor')
})

test.each([
  [{ skin: 'neon' }, 'skin'],
  [{ menuCollapsed: 'yes' }, 'menuCollapsed'],
  [{ language: 'english please' }, 'language'],
])('rejects %j and changes nothing', async (body, path) => {
  const before = await getPreferences()
  const reply = await updatePreferences({ contentWidth: 'full', ...body })
  expect([reply.status, reply.body.errors[0].path]).toEqual([422, path])
  expect(await getPreferences()).toEqual(before)
})

test('rejects a visitor', async () => {
  expect(
    (await t.call(undefined, accountApi.updatePreferences, { body: { skin: 'dark' } })).status,
  ).toBe(401)
})

test('a new person has no preferences, and a login on another device returns the saved ones', async () => {
  const ann: Signup = {
    fullName: 'Ann Potter',
    email: 'ann@example.org',
    password: 'kiln-and-glaze',
    businessName: 'Pots',
  }
  const signup = (await t.call(undefined, accountApi.signup, { body: ann })).body.data
  expect(signup.preferences).toEqual({})
  const headers = { authorization: `Bearer ${signup.accessToken}` }
  await t.call(undefined, accountApi.updatePreferences, {
    body: { skin: 'semi-dark', scrollToTop: false },
    headers,
  })
  const login = await t.call(undefined, accountApi.login, {
    body: { email: ann.email, password: ann.password },
  })
  expect(login.body.data.preferences).toEqual({ skin: 'semi-dark', scrollToTop: false })
})

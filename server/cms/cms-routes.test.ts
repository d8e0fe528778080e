import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const getCms = async (as: 'owner' | 'stranger' = 'owner') =>
  (await t.call(as, cmsApi.get)).body.data
const updateCms = (body: unknown) => t.call('owner', cmsApi.update, { body })

const createMenu = (target: string) => [
  { label: 'Pots', kind: 'category', target, newTab: false, children: [] },
]

test('shows default content with the name of a new store', async () => {
  const storeName = `Store of ${t.people.owner.name}`
  const cms = await getCms()
  expect(cms).toMatchObject({
    version: 1,
    updatedAt: null,
    identity: { siteTitle: storeName },
    checkout: { minOrder: 0 },
  })
  expect((await getCms('stranger')).identity.siteTitle).toBe(`Store of ${t.people.stranger.name}`)
})

const createCategory = async (as: 'owner' | 'stranger' = 'owner'): Promise<string> =>
  (await t.call(as, categoryApi.create, { body: { name: 'Pots' } })).body.data._id

test('merges an edit by section and field and drops unknown fields', async () => {
  const before = await getCms()
  const navigation = { ...before.navigation, header: createMenu(await createCategory()) }
  const reply = await updateCms({
    identity: { tagline: 'Pots & more' },
    navigation,
    checkout: { minOrder: 500 },
    unheardOf: { a: 1 },
    seo: { unheardOf: 1 },
    // Sections of earlier versions.
    hero: { enabled: true, slides: [] },
    home: { blocks: [{ type: 'text', id: 'a' }] },
  })
  expect(reply.body).toMatchObject({ status: true, message: 'Cms updated successfully' })
  expect(await getCms()).toEqual({
    ...before,
    version: 2,
    updatedAt: expect.any(String),
    identity: { ...before.identity, tagline: 'Pots & more' },
    navigation,
    checkout: { ...before.checkout, minOrder: 500 },
  })
  const [row] = await t.inStore(tx => tx`select sections from cms`)
  expect(row?.['sections']).toEqual({
    identity: { tagline: 'Pots & more' },
    navigation,
    checkout: { minOrder: 500 },
    seo: {},
  })
})

test('takes unedited contact details from the store', async () => {
  await t.inStore(
    tx => tx`update store set email = 'pots@example.com' where id = ${t.people.owner.storeId}`,
  )
  expect((await getCms()).contact.email).toBe('pots@example.com')
  await updateCms({ contact: { email: 'other@example.com' }, password: samplePassword })
  expect((await getCms()).contact.email).toBe('other@example.com')
})

test('rejects records of other stores, and keeps stored ones that were deleted', async () => {
  const [own, foreign] = [await createCategory(), await createCategory('stranger')]
  const reply = await updateCms({
    navigation: { header: createMenu(own), footer: createMenu(foreign) },
  })
  expect(reply.status).toBe(422)
  expect(reply.body.errors).toMatchObject([
    { path: 'navigation.footer.0.target', code: 'category_not_found' },
  ])
  expect((await updateCms({ navigation: { header: createMenu(own) } })).status).toBe(200)
  await t.call('owner', categoryApi.delete, { params: { id: own } })
  expect((await updateCms({ navigation: { header: createMenu(own) } })).status).toBe(200)
})

test('removes scripts from rich text', async () => {
  await updateCms({
    policies: {
      terms:
        '<h1>Terms</h1><script>x()</script><p style="color:red">ok <a href="javascript:x()">a</a></p>',
    },
  })
  const { policies } = await getCms()
  expect(policies.terms).toBe('<h2>Terms</h2><p>ok <a>a</a></p>')
})

test('stores the time of the last change of each policy', async () => {
  const readDates = async () =>
    (
      await t.inStore(
        tx => tx<{ dates: { terms: string } }[]>`select policy_dates as dates from cms`,
      )
    )[0]?.dates
  await updateCms({ policies: { terms: '<p>One</p>', refund: '<p>Two</p>' } })
  const dates = await readDates()
  expect(dates).toEqual({ terms: expect.any(String), refund: expect.any(String) })
  await updateCms({ policies: { terms: '<p>One</p>' }, seo: { homeTitle: 'Pots' } })
  expect(await readDates()).toEqual(dates)
  await updateCms({ policies: { terms: '<p>Three</p>' } })
  expect(await readDates()).toEqual({
    ...dates,
    terms: expect.not.stringContaining(dates?.terms ?? ''),
  })
})

test('accepts menus with three levels', async () => {
  const item = { label: 'Go', kind: 'url', target: '/x', newTab: false }
  const header = [{ ...item, children: [{ ...item, children: [item] }] }]
  expect((await updateCms({ navigation: { header } })).body.data.navigation.header).toEqual(header)
})

test('merges concurrent edits of different sections and rejects a version used twice', async () => {
  const { version } = await getCms()
  const [firstReply, secondReply] = await Promise.all([
    updateCms({ seo: { homeTitle: 'One' }, version }),
    updateCms({ seo: { homeTitle: 'Two' }, version }),
  ])
  expect([firstReply.status, secondReply.status].sort()).toEqual([200, 409])
  const rejectedReply = firstReply.status === 409 ? firstReply : secondReply
  expect(rejectedReply.body).toMatchObject({
    code: 'version_conflict',
    data: { version: version + 1 },
  })
  await Promise.all([
    updateCms({ seo: { homeDescription: 'Both' } }),
    updateCms({ footer: { text: 'Both' } }),
  ])
  expect(await getCms()).toMatchObject({
    seo: { homeDescription: 'Both' },
    footer: { text: 'Both' },
  })
})

test('rejects invalid edits without writing anything', async () => {
  await updateCms({})
  const buildLink = (target: string) => ({ announcement: { link: target } })
  const buildNavigation = (entry: object) => ({
    navigation: {
      header: [{ label: 'Go', kind: 'url', target: '/x', newTab: false, children: [], ...entry }],
    },
  })
  const leafItem = { label: 'Go', kind: 'url', target: '/x', newTab: false }
  const rejectedCases = [
    ['an empty title', { identity: { siteTitle: ' ' } }, 'identity.siteTitle'],
    ['a long announcement', { announcement: { text: 'x'.repeat(141) } }, 'announcement.text'],
    ['a color by name', { announcement: { background: 'red' } }, 'announcement.background'],
    ['a style in a color', { announcement: { color: '#fff;x:y' } }, 'announcement.color'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil',
      'http://x.example',
      'https://',
      'vbscript:x',
      ' java\tscript:x',
      '/a"b',
      'mailto:',
      'ftp://x',
    ].map(target => [`a link to ${target}`, buildLink(target), 'announcement.link'] as const),
    [
      'a menu entry with an invalid page',
      buildNavigation({ kind: 'page', target: 'about' }),
      'navigation.header.0.target',
    ],
    [
      'a menu entry with a script',
      buildNavigation({ target: 'javascript:x' }),
      'navigation.header.0.target',
    ],
    [
      'a nested menu entry with a script',
      buildNavigation({
        children: [{ ...leafItem, children: [{ ...leafItem, target: 'javascript:x' }] }],
      }),
      'navigation.header.0.children.0.children.0.target',
    ],
    [
      'too many menu entries',
      buildNavigation({ children: Array(50).fill({ ...leafItem, children: [] }) }),
      'navigation.header',
    ],
    [
      'a profile on another host',
      { social: { instagram: 'https://instagram.com.evil.example/me' } },
      'social.instagram',
    ],
    ['a profile without https', { social: { x: 'http://x.com/me' } }, 'social.x'],
    [
      'six opening days',
      { contact: { hours: Array(6).fill({ isOpen: true, from: '09:00', to: '17:00' }) } },
      'contact.hours',
    ],
    [
      'an invalid time',
      { contact: { hours: Array(7).fill({ isOpen: true, from: '25:00', to: '17:00' }) } },
      'contact.hours.0.from',
    ],
    [
      'an invalid verification token',
      { seo: { googleVerification: '"><script>' } },
      'seo.googleVerification',
    ],
    ['a negative minimum', { checkout: { minOrder: -1 } }, 'checkout.minOrder'],
  ] as const
  const before = await t.changes()
  for (const [caseName, body, path] of rejectedCases) {
    const reply = await updateCms(body)
    expect([caseName, reply.status, reply.body.errors?.[0].path]).toEqual([caseName, 422, path])
  }
  expect(await t.changes()).toBe(before)
})

test.each([
  '',
  '/',
  '/products/teapot',
  '/search?q=a#b',
  'https://example.com/a?b=c',
  'mailto:a@example.com',
  'tel:+49 30 1234',
  '#top',
])('accepts %j as a link', async link => {
  expect((await updateCms({ announcement: { link } })).status).toBe(200)
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { exampleCategoryPath, exampleProductPath } from '#contract/theme/example-record.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { getOwnerHost, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { createPreviewToken, type PreviewClaims } from '../../theme/rule/theme-preview-token.ts'

let t: TestApp
/** The default theme, whose draft has other colors than the published version. */
let id: string
const editorOrigin = () => new URL(t.app.config.publicUrl).origin
beforeAll(async () => {
  t = await startTestApp()
  const { body } = await t.call('owner', themeApi.list)
  id = body.data[0]._id
  await t.call('owner', themeDraftApi.saveDraft, {
    params: { id },
    body: { version: 0, settings: { accent: '#010203' } },
  })
  await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  await setStoreStatus(t, 'live')
})
afterAll(() => t.close())

async function launch() {
  await setStoreStatus(t, 'live')
  await expect.poll(async () => (await visit(t, '/')).statusCode).toBe(200)
}

async function createLink(use: 'editor' | 'share', as: 'owner' | 'stranger' = 'owner') {
  const themeId = as === 'owner' ? id : (await t.call(as, themeApi.list)).body.data[0]._id
  const { body } = await t.call(as, themeDraftApi.createPreviewLink, {
    params: { id: themeId },
    body: { use },
  })
  return new URL(body.data.url)
}
/** Requests a page at the address of a preview. */
const open = (link: URL, path = '', options: Omit<InjectOptions, 'url'> = {}) =>
  visit(t, link.pathname + path, { ...options, headers: { host: link.host, ...options.headers } })
const createToken = (claims: Partial<PreviewClaims>) =>
  createPreviewToken(t.app.keys, {
    storeId: t.people.owner.storeId,
    themeId: id,
    versionId: null,
    use: 'share',
    expiresAt: new Date(Date.now() + 60_000),
    ...claims,
  })

test('shows the draft of a store that is not launched, with links that stay in the preview', async () => {
  await setStoreStatus(t, 'draft')
  await expect.poll(async () => (await visit(t, '/')).statusCode).toBe(503)
  const link = await createLink('share')
  const page = await open(link)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('noindex')
  expect(page.body).not.toMatch(/\s(href|src|action)="\/(?!assets\/)(?![\w-]{95}\/)/)
  const [, stylesheetPath = ''] = /href="([^"]*theme\.css[^"]*)"/.exec(page.body) ?? []
  const stylesheet = await visit(t, stylesheetPath, { headers: { host: link.host } })
  expect(stylesheet.body).toContain('--accent:#010203')
  expect((await open(link, 'categories/cups')).body).toContain('Cups')
  expect((await open(link, 'categories/unknown')).statusCode).toBe(404)
})

test('shows an example product and category in the editor only', async () => {
  const editor = await createLink('editor')
  const product = await open(editor, exampleProductPath.slice(1))
  expect([product.statusCode, product.body]).toEqual([
    200,
    expect.stringContaining('<h1>Example product</h1>'),
  ])
  const category = await open(editor, exampleCategoryPath.slice(1))
  expect([category.statusCode, category.body]).toEqual([
    200,
    expect.stringMatching(/Example category[\s\S]*Example product/),
  ])
  const share = await createLink('share')
  await launch()
  for (const path of [exampleProductPath, exampleCategoryPath])
    expect([
      (await open(share, path.slice(1))).statusCode,
      (await visit(t, path)).statusCode,
    ]).toEqual([404, 404])
})

test('is stored, listed and framed by no other site, and has no cookies', async () => {
  const editor = await open(await createLink('editor'), '', { headers: { cookie: 'a=b' } })
  const share = await open(await createLink('share'))
  for (const { headers } of [editor, share])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  for (const { headers } of [editor, share])
    expect([headers['set-cookie'], headers.etag]).toEqual([undefined, undefined])
  const getFraming = ({ headers }: typeof share) => [
    /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
    headers['x-frame-options'],
  ]
  expect(getFraming(editor)).toEqual([editorOrigin(), undefined])
  expect(getFraming(share)).toEqual(["'none'", 'DENY'])
  expect(editor.body).toContain('/assets/preview-bridge.js')
  expect(share.body).not.toContain('/assets/preview-bridge.js')
})

test('opens nothing without a valid token', async () => {
  const link = await createLink('share')
  const token = link.pathname.slice(1, -1)
  const changeCharacter = (index: number) =>
    token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
  const strangerId = (await t.call('stranger', themeApi.list)).body.data[0]._id
  const cases: [string, string, number][] = [
    ['no token', '', 404],
    ['a path of a store', 'products', 404],
    ['a short token', token.slice(1), 404],
    ['another store', changeCharacter(5), 404],
    ['another theme', changeCharacter(30), 404],
    ['another version', changeCharacter(50), 404],
    ['a later expiry', changeCharacter(70), 404],
    ['another signature', changeCharacter(90), 404],
    ['an expired link', createToken({ expiresAt: new Date(Date.now() - 1000) }), 410],
    ['a theme of another store', createToken({ themeId: strangerId }), 404],
    ['an unknown version', createToken({ versionId: id }), 404],
    ['an unknown store', createToken({ storeId: id }), 404],
  ]
  for (const [name, value, status] of cases) {
    const reply = await visit(t, `/${value}/`, { headers: { host: link.host } })
    expect([name, reply.statusCode]).toEqual([name, status])
    expect([name, reply.headers['cache-control']]).toEqual([name, 'no-store'])
    expect(reply.body).not.toContain('Store of')
  }
})

test('a link to share expires after a week, one for the editor after two hours', async () => {
  const dayMs = 86_400_000
  const lifetimes = { share: 7 * dayMs, editor: dayMs / 12 }
  for (const use of ['share', 'editor'] as const) {
    const link = await createLink(use)
    const createdAt = Date.now()
    const statuses = []
    for (const ageMs of [lifetimes[use] - 60_000, lifetimes[use] + 1000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: createdAt + ageMs })
      statuses.push((await open(link)).statusCode)
      vi.useRealTimers()
    }
    expect([use, statuses]).toEqual([use, [200, 410]])
  }
})

test('a token opens nothing on the host of a store', async () => {
  const link = await createLink('share')
  await launch()
  expect((await visit(t, link.pathname)).statusCode).toBe(404)
})

test('a preview changes no page that shoppers get, in both directions', async () => {
  await launch()
  const link = await createLink('share')
  const getStylesheetPath = (html: string) => /theme\.css\?\w+/.exec(html)?.[0]
  const published = getStylesheetPath((await visit(t, '/')).body)
  const draft = getStylesheetPath((await open(link)).body)
  expect(draft).not.toBe(published)
  expect(getStylesheetPath((await visit(t, '/')).body)).toBe(published)
  expect((await open(await createLink('share', 'stranger'))).body).not.toContain(getOwnerHost(t))
})

test('accepts no forms', async () => {
  const before = await t.changes()
  const reply = await open(await createLink('share'), 'pages/contact-us', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a@example.com',
  })
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([403, undefined])
  expect(reply.body).toContain('This is a preview')
  expect(await t.changes()).toBe(before)
})

test('renders one section for the editor and nothing for others', async () => {
  const section = createSection('productDetails', 'main')
  const post = async (use: 'editor' | 'share', payload: object) =>
    open(await createLink(use), 'section', { method: 'POST', payload })
  const reply = await post('editor', { path: '/', section })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(reply.body).not.toContain('<html')
  // The header and the footer are on pages without sections of their own too.
  const footer = createSection('storeFooter', 'footer-1')
  for (const path of ['/', '/search?q=cup', '/nowhere'])
    expect((await post('editor', { path, section: footer })).body).toContain(
      '<div class="footer" data-section="footer-1">',
    )
  expect((await post('share', { path: '/', section })).statusCode).toBe(403)
  expect((await visit(t, '/section', { method: 'POST', payload: {} })).statusCode).not.toBe(200)
  for (const [name, payload] of Object.entries({
    'no section': { path: '/' },
    'another host': { path: '//example.com/', section },
    'an unknown type': { path: '/', section: { ...section, type: 'script' } },
    'an unknown setting': { path: '/', section: { ...section, settings: { html: '<b>' } } },
    'a color that is none': { path: '/', section, settings: { accent: 'url(x)' } },
  }))
    expect([name, (await post('editor', payload)).statusCode]).toEqual([name, 422])
})

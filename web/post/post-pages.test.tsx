import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type Post, postApi } from '#contract/cms/post.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from post`))
afterEach(cleanup)

const create = async (body: object): Promise<Post> =>
  (await t.call('owner', postApi.create, { body: { title: 'Tea time', ...body } })).body.data
const get = async (id: string): Promise<Post> =>
  (await t.call('owner', postApi.get, { params: { id } })).body.data

test('the first post is written from the empty list', async () => {
  await renderApp(t, '/apps/blog/list')
  const [add] = await screen.findAllByRole('link', { name: 'Add post' })
  await userEvent.click(add!)
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await enterText(title, 'Tea time')
  await userEvent.click(screen.getByRole('button', { name: 'Add post' }))
  await screen.findByText('Post created')
  await screen.findByRole('heading', { name: 'Tea time' })
  const { body } = await t.call('owner', postApi.list)
  expect(body.data).toMatchObject([{ title: 'Tea time', slug: 'tea-time', status: 'draft' }])
})

test('a draft is published from its page', async () => {
  const { _id } = await create({})
  await renderApp(t, `/apps/blog/edit/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Publish post' }))
  await screen.findByText('Post updated')
  await waitFor(async () => expect(await get(_id)).toMatchObject({ status: 'published' }))
})

test('an earlier text is restored from the versions', async () => {
  const { _id } = await create({ body: '<p>First text</p>' })
  const params = { id: _id }
  await t.call('owner', postApi.update, { params, body: { body: '<p>Second text</p>' } })
  await renderApp(t, `/apps/blog/edit/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Versions' }))
  await drawer.findByText('First text')
  await userEvent.click(drawer.getByRole('button', { name: 'Restore version' }))
  await screen.findByText('Version restored')
  expect(await get(_id)).toMatchObject({ body: '<p>First text</p>', version: 3 })
})

test('a post with a cover shows the card of a shared link', async () => {
  const { _id } = await create({ cover: 'https://cdn.example.com/tea.jpg', excerpt: 'A cup a day' })
  await renderApp(t, `/apps/blog/edit/${_id}`)
  const card = await screen.findByRole('img', { name: 'Preview of a shared link' })
  expect(card.textContent).toMatch(/Tea time.*A cup a day/)
  expect(card.querySelector('img')?.getAttribute('src')).toContain('tea.jpg')
})

test('a post without a cover shows the card with the image of the store', async () => {
  const identity = { shareImage: 'https://cdn.example.com/store.jpg' }
  await t.call('owner', cmsApi.update, { body: { identity } })
  const { _id } = await create({})
  await renderApp(t, `/apps/blog/edit/${_id}`)
  const card = await screen.findByRole('img', { name: 'Preview of a shared link' })
  expect(card.querySelector('img')?.getAttribute('src')).toContain('store.jpg')
})

test('the list shows what shoppers see, and filters it', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await create({ title: 'Live', status: 'published' })
  await create({ title: 'Later', status: 'published', publishAt: later })
  await create({ title: 'Sketch' })
  await renderApp(t, '/apps/blog/list')
  const rows = await screen.findAllByRole('row')
  const findRow = (title: string) => rows.find(row => row.textContent?.includes(title))?.textContent
  expect(findRow('Live')).toContain('Published')
  expect(findRow('Later')).toContain('Scheduled')
  expect(findRow('Sketch')).toContain('Draft')
  cleanup()
  await renderApp(t, '/apps/blog/list?status=scheduled')
  await screen.findByRole('link', { name: /Later/ })
  expect(screen.queryByRole('link', { name: /Sketch/ })).toBeNull()
})

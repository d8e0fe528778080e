import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Campaign, campaignApi } from '#contract/campaign/campaign.ts'
import { segmentApi } from '#contract/campaign/segment.ts'
import { suppressionApi } from '#contract/campaign/suppression.ts'
import { postApi } from '#contract/cms/post.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        status: 'live',
        address: { line1: '1 Road', city: 'Leeds', postalCode: 'LS1', country: 'GB' },
      },
    },
  })
  await t.inStore(
    tx => tx`
      insert into customer (name, email, accepts_marketing) values ('Ann', 'ann@example.com', true)`,
  )
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from campaign`
    await tx`delete from segment`
  }),
)
afterEach(cleanup)

const create = async (body: object = {}): Promise<Campaign> =>
  (
    await t.call('owner', campaignApi.create, {
      body: { name: 'Spring', subject: 'Tea is here', body: '<p>Hello</p>', ...body },
    })
  ).body.data
const get = async (id: string): Promise<Campaign> =>
  (await t.call('owner', campaignApi.get, { params: { id } })).body.data

test('the first campaign is written from the empty list', async () => {
  await renderApp(t, '/apps/campaign/list')
  const [add] = await screen.findAllByRole('link', { name: 'Create campaign' })
  await userEvent.click(add!)
  await enterText(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
  await userEvent.click(screen.getByRole('button', { name: 'Create campaign' }))
  await screen.findByText('Campaign created')
  await screen.findByText('Enter a subject.')
  expect(screen.getByRole('button', { name: 'Send campaign' }).hasAttribute('disabled')).toBe(true)
})

test('a campaign is sent after a dialog with the number of people', async () => {
  const { _id } = await create()
  await renderApp(t, `/apps/campaign/edit/${_id}`)
  await screen.findByText('Ready to send')
  const send = await screen.findByRole('button', { name: 'Send campaign' })
  await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
  await userEvent.click(send)
  const dialog = within(await screen.findByRole('dialog', { name: 'Send “Spring”?' }))
  dialog.getByText(/^1 person receives this email/)
  await userEvent.click(dialog.getByRole('button', { name: 'Send campaign' }))
  await screen.findByText('Campaign updated')
  expect((await get(_id)).status).toBe('sending')
  await t.runJobs()
  await waitFor(async () => expect((await get(_id)).status).toBe('sent'))
})

test('the preview shows the email as it will arrive', async () => {
  const { _id } = await create()
  await renderApp(t, `/apps/campaign/edit/${_id}`)
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview')
  await waitFor(() => expect(frame.srcdoc).toContain('Hello'))
  expect(frame.srcdoc).toContain('Unsubscribe')
  expect(frame.getAttribute('sandbox')).toBe('')
})

test('a segment shows its people before it is saved', async () => {
  await renderApp(t, '/apps/campaign/segments?edit=new')
  const drawer = within(await screen.findByRole('dialog', { name: 'Create segment' }))
  await drawer.findByText('1 person')
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Regulars')
  await userEvent.type(drawer.getByRole('textbox', { name: 'Orders, at least' }), '2')
  await drawer.findByText('0 people')
  await userEvent.click(drawer.getByRole('button', { name: 'Create segment' }))
  await screen.findByText('Segment created')
  const { body } = await t.call('owner', segmentApi.list)
  expect(body.data).toMatchObject([{ name: 'Regulars', filter: { minOrders: 2 } }])
})

test('an address is suppressed and allowed again', async () => {
  await renderApp(t, '/apps/campaign/suppressions?edit=new')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suppress address' }))
  await enterText(dialog.getByRole('textbox', { name: 'Email' }), 'Stop@example.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Suppress address' }))
  await screen.findByText('Address suppressed')
  await userEvent.click(await screen.findByRole('button', { name: 'Allow stop@example.com' }))
  const question = within(await screen.findByRole('dialog', { name: 'Allow stop@example.com?' }))
  await userEvent.click(question.getByRole('button', { name: 'Allow address' }))
  await screen.findByText('Address allowed')
  expect((await t.call('owner', suppressionApi.list)).body.data).toEqual([])
})

test('a post of the blog becomes the text of a campaign', async () => {
  const { body } = await t.call('owner', postApi.create, {
    body: { title: 'Tea time', body: '<p>Tea is ready.</p>' },
  })
  await renderApp(t, `/apps/blog/edit/${body.data._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Create campaign' }))
  const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })
  expect(subject.value).toBe('Tea time')
  const [row] = (await t.call('owner', campaignApi.list)).body.data
  expect(await get(row._id)).toMatchObject({ name: 'Tea time', body: '<p>Tea is ready.</p>' })
})

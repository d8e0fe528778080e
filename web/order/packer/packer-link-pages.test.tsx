import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { packingApi } from '#contract/packing/packing.ts'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
})
afterAll(() => app.close())
afterEach(cleanup)

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const createOrder = async () => {
  const { variant } = await tester.createProduct({ title: 'Cup' })
  return tester.createOrderData({ customer: { name: 'Ada' }, lines: [{ variant, quantity: 1 }] })
}

/** Fills the open dialog in, and returns the token of the link that it shows. */
async function createLink(name: string): Promise<string> {
  const form = within(await screen.findByRole('dialog'))
  await enterText(form.getByLabelText(/^Name/), name)
  await userEvent.click(form.getByRole('button', { name: 'Create packer link' }))
  const url = await screen.findByText(/\/packing#token=/)
  await userEvent.click(await button('Done'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return url.textContent.split('token=')[1] ?? ''
}

test('a link for selected orders is created, listed with its progress, and revoked', async () => {
  const orders = [await createOrder(), await createOrder()]
  await renderApp(app, '/apps/order/list')
  await userEvent.click(
    await screen.findByRole('checkbox', { name: `Select ${orders[0]?.number}` }),
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: `Select ${orders[1]?.number}` }),
  )
  const bar = within(await screen.findByRole('toolbar', { name: '2 selected' }))
  await userEvent.click(await bar.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create packer link' }))
  const token = await createLink('Sunday shift')
  const { data } = (await app.call(undefined, packingApi.openList, { body: { token } })).body
  expect(data.orders).toHaveLength(2)

  cleanup()
  await renderApp(app, '/apps/order/list')
  await userEvent.click(await button('More'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Packer links' }))
  const list = within(await screen.findByRole('dialog', { name: 'Packer links' }))
  const link = within((await list.findByText('Sunday shift')).closest('li') as HTMLElement)
  link.getByText('0 of 2 orders packed')
  await userEvent.click(link.getByRole('button', { name: 'Revoke link' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke “Sunday shift”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Revoke link' }))
  await link.findByText('Revoked')
  const { status } = await app.call(undefined, packingApi.openList, { body: { token } })
  expect(status).toBe(400)
})

test('a link for one order is created on its page', async () => {
  const order = await createOrder()
  await renderApp(app, getRecordPath('order', order._id))
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create packer link' }))
  const token = await createLink('One parcel')
  const { data } = (await app.call(undefined, packingApi.openList, { body: { token } })).body
  expect(data.orders).toMatchObject([{ number: order.number }])
  const { data: links } = (await app.call('owner', packerLinkApi.listPackerLinks)).body
  expect(links[0]).toMatchObject({ name: 'One parcel', orderCount: 1 })
})

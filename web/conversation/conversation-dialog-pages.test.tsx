import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { savedReplyApi } from '#contract/desk/saved-reply.ts'
import { orderApi } from '#contract/order/order.ts'
import { addContactMessage } from '../../server/testing/subject/contact-message-testing.ts'
import {
  createExampleOrder,
  createOrderTester,
} from '../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.inStore(tx => tx`delete from conversation`))
afterEach(cleanup)

const get = async (id: string): Promise<Conversation> =>
  (await app.call('owner', conversationApi.get, { params: { id } })).body.data
const getTexts = async (id: string) => (await get(id)).messages.map(({ text }) => text)
const listIds = async () =>
  (await app.call('owner', conversationApi.list)).body.data.map(({ _id }: { _id: string }) => _id)

test('a new message to a customer starts a conversation', async () => {
  const input = { body: { name: 'Ben Buyer', email: 'ben@shopper.example' } }
  const { body: customer } = await app.call('owner', customerApi.create, input)
  const { router } = await renderApp(app, `/apps/customer/view/${customer.data._id}`)
  await screen.findByText('No open conversations')
  await userEvent.click(screen.getByRole('link', { name: 'New message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New message' }))
  expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveProperty(
    'value',
    'ben@shopper.example',
  )
  await enterText(dialog.getByRole('textbox', { name: 'Subject' }), 'Your wish')
  await enterText(dialog.getByRole('textbox', { name: 'Message' }), 'It is back in stock.')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  await screen.findByText('It is back in stock.', { selector: 'p' })
  const [id] = await listIds()
  expect(router.state.location.pathname).toBe(`/apps/email/view/${id}`)
  expect(await get(id)).toMatchObject({ name: 'Ben Buyer', customer: { name: 'Ben Buyer' } })
})

test('a new message that could not be sent with its file says so and stays', async () => {
  await renderApp(app, '/apps/email/inbox?message=new')
  const dialog = within(await screen.findByRole('dialog', { name: 'New message' }))
  await enterText(dialog.getByRole('textbox', { name: 'Email' }), 'ben@shopper.example')
  await enterText(dialog.getByRole('textbox', { name: 'Subject' }), 'A photo')
  await enterText(dialog.getByRole('textbox', { name: 'Message' }), 'Here it is.')
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('Expected a field for files')
  // The browser of these tests cannot send files.
  await userEvent.upload(input, new File(['photo'], 'mug.png', { type: 'image/png' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  expect(dialog.getByText('mug.png')).toBeTruthy()
  expect(await listIds()).toHaveLength(0)
})

test('a new message asks before its files are lost', async () => {
  const { router } = await renderApp(app, '/apps/email/inbox?message=new')
  const drawer = await screen.findByRole('dialog', { name: 'New message' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The drawer takes no files.')
  await userEvent.upload(input, new File(['text'], 'first.txt', { type: 'text/plain' }))
  await within(drawer).findByText('first.txt')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a conversation is merged into another one with the same person', async () => {
  const into = await addContactMessage(app, 'First question')
  const id = await addContactMessage(app, 'Second question')
  const { router } = await renderApp(app, `/apps/email/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge conversation' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Merge conversation' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/apps/email/view/${into}`))
  await screen.findByText('First question', { selector: 'p' })
  expect(await getTexts(into)).toEqual(['First question', 'Second question'])
  expect(await listIds()).toEqual([into])
})

test('the only conversation with a person has no other one to merge with', async () => {
  const id = await addContactMessage(app, 'Alone')
  await renderApp(app, `/apps/email/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge conversation' }))
  await screen.findByText('There is no other conversation with ann@shopper.example.')
})

test('a conversation is split at a message, but not at the first one', async () => {
  const id = await addContactMessage(app, 'First question')
  for (const text of ['An answer', 'Another matter'])
    await app.call('owner', conversationApi.reply, { params: { id }, body: { text } })
  const { router } = await renderApp(app, `/apps/email/view/${id}`)
  const message = (await screen.findByText('Another matter', { selector: 'p' })).closest('li')
  expect(screen.getAllByRole('button', { name: 'Message actions' })).toHaveLength(2)
  await userEvent.click(
    within(message as HTMLElement).getByRole('button', { name: 'Message actions' }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Split conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Split conversation' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Split conversation' }))
  await waitFor(() => expect(router.state.location.pathname).not.toContain(id))
  expect(await getTexts(id)).toEqual(['First question', 'An answer'])
})

test('the order is beside its conversation, with its parcels and its dialogs', async () => {
  const { createProduct, createOrderData, makeChange } = createOrderTester(app)
  const { variant } = await createProduct()
  const order = await createOrderData(createExampleOrder(variant))
  const { body: paid } = await app.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: order.total, method: 'cash' },
  })
  await makeChange(paid.data, {
    kind: 'createParcel',
    status: 'shipped',
    tracking: { carrier: 'UPS', number: '1Z999AA10123456784', url: '' },
  })
  await renderApp(app, `/apps/email/inbox?message=order-${order._id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'New message' }))
  const subject = dialog.getByRole('textbox', { name: 'Subject' })
  expect(subject).toHaveProperty('value', `Your order ${order.number}`)
  await enterText(dialog.getByRole('textbox', { name: 'Message' }), 'One parcel is late.')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  const card = within(await screen.findByRole('region', { name: 'Order' }))
  expect(card.getByRole('link', { name: 'UPS 1Z999AA10123456784' })).toBeTruthy()
  expect(card.getByText('In transit')).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: 'Resend “Order received” email' }))
  await screen.findByText('“Order received” email resent')
  const refund = card.getByRole('link', { name: 'Record refund' })
  expect(refund.getAttribute('href')).toBe(`/apps/order/orderDetail/${order._id}?do=refund`)
  await userEvent.click(refund)
  await screen.findByRole('dialog', { name: `Refund for ${order.number}` })
})

test('a saved reply is added, and inserted with the facts of the conversation', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  await renderApp(app, `/apps/email/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage saved replies' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add saved reply' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add saved reply' }))
  await enterText(form.getByRole('textbox', { name: 'Name' }), 'Delay')
  await userEvent.click(form.getByRole('textbox', { name: 'Reply' }))
  await userEvent.paste('Dear {{customer_name}}, order {{order_number}} is late.')
  await userEvent.click(form.getByRole('button', { name: 'Add saved reply' }))
  const list = within(await screen.findByRole('dialog', { name: 'Saved replies' }))
  await list.findByRole('button', { name: /^Delay/ })
  await userEvent.keyboard('{Escape}')
  const box = await screen.findByRole('textbox', { name: 'Reply' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.type(box, 'Hello{Enter}/')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delay' }))
  await waitFor(() =>
    expect(box).toHaveProperty('value', 'Hello\nDear Ann Shopper, order  is late.'),
  )
  await screen.findByText(/^Missing in this conversation: order number/i)
})

test('a saved reply has the status of the order in the language of the order', async () => {
  const { createProduct, createOrderData } = createOrderTester(app)
  const { variant } = await createProduct()
  const { _id: order } = await createOrderData(createExampleOrder(variant))
  await app.inStore(tx => tx`update "order" set language = 'de', status = 'confirmed'`)
  const id = await addContactMessage(app, 'Where is it?')
  await app.call('owner', conversationApi.update, { params: { id }, body: { order } })
  const body = { name: 'Status', text: 'Ihre Bestellung: {{order_status}}' }
  await app.call('owner', savedReplyApi.create, { body })
  await renderApp(app, `/apps/email/view/${id}`)
  await screen.findByRole('region', { name: 'Order' })
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Status' }))
  const box = await screen.findByRole('textbox', { name: 'Reply' })
  await waitFor(() => expect(box).toHaveProperty('value', 'Ihre Bestellung: Bestätigt'), {
    timeout: 5000,
  })
})

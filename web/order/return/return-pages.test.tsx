import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addOrderReturn, createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
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

async function createShippedOrder({ title = 'Bowl', discount = 0 } = {}) {
  const { variant } = await tester.createProduct({ title, stock: 5 })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron' },
    lines: [{ variant, quantity: 2, discount }],
    paidWith: 'bank',
  })
  await tester.updateStatus(order._id, 'shipped')
  return { id: order._id, variant }
}
const button = (name: string) => screen.findByRole('button', { name })

test('accepts a return from the list, receives its units and refunds them', async () => {
  const { id, variant } = await createShippedOrder()
  const { number } = await tester.getOrder(id)
  await addOrderReturn(app, id)
  await renderApp(app, '/apps/return/list')
  const row = await screen.findByRole('link', { name: new RegExp(`${number}-R1`) })
  await userEvent.click(row)
  await userEvent.click(await button('Accept return'))
  const title = `Accept return ${number}-R1`
  const decision = within(await screen.findByRole('dialog', { name: title }))
  await userEvent.click(decision.getByRole('button', { name: 'Accept return' }))
  await userEvent.click(await button('Receive items'))
  const receipt = within(await screen.findByRole('dialog'))
  await receipt.findByText('+1, then 4 in stock')
  await userEvent.click(receipt.getByRole('button', { name: 'Receive items' }))
  await userEvent.click(await button('Refund'))
  const refund = within(await screen.findByRole('dialog'))
  await userEvent.click(await refund.findByRole('button', { name: 'Refund $10.00' }))
  await screen.findByText('Completed')
  await screen.findByText(/^\$10\.00 · /)
  expect(await tester.getOrder(id)).toMatchObject({
    refundedTotal: 1000,
    lines: [{ returnedQuantity: 1 }],
    returns: [{ status: 'settled' }],
  })
  expect(await tester.getStock(variant)).toBe(4)
})

test.each([
  { hint: 'are not restocked', restock: false, stock: 3 },
  { hint: 'are restocked if the seller says so', restock: true, stock: 4 },
])('damaged units $hint', async ({ restock, stock }) => {
  const { id, variant } = await createShippedOrder()
  const { number } = await tester.getOrder(id)
  await addOrderReturn(app, id)
  await renderApp(app, '/apps/return/list')
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(`${number}-R1`) }))
  await userEvent.click(await button('Accept return'))
  const decision = within(await screen.findByRole('dialog'))
  await userEvent.click(decision.getByRole('button', { name: 'Accept return' }))
  await userEvent.click(await button('Receive items'))
  const receipt = within(await screen.findByRole('dialog'))
  const restockSwitch = receipt.getByRole<HTMLInputElement>('switch', { name: 'Restock' })
  expect(restockSwitch.checked).toBe(true)
  await userEvent.click(receipt.getByLabelText('Condition of Bowl'))
  await userEvent.click(await screen.findByRole('option', { name: 'Damaged' }))
  await waitFor(() => expect(restockSwitch.checked).toBe(false))
  if (restock) await userEvent.click(restockSwitch)
  await userEvent.click(receipt.getByRole('button', { name: 'Receive items' }))
  await button('Refund')
  expect((await tester.getOrder(id)).returns).toMatchObject([
    { lines: [{ receivedQuantity: 1, damagedQuantity: 1 }] },
  ])
  expect(await tester.getStock(variant)).toBe(stock)
  await app.inStore(tx => tx`update order_line set variant_title = 'Blue' where order_id = ${id}`)
  cleanup()
  await renderApp(app, `/apps/order/orderDetail/${id}`)
  const returns = within(await screen.findByRole('region', { name: 'Returns and claims' }))
  await returns.findByText('Bowl – Blue')
  const [latest] = await screen.findAllByRole('button', { name: 'Show changes' })
  await userEvent.click(latest!)
  const changes = within(await screen.findByRole('dialog', { name: 'Changes' }))
  await changes.findByText(
    `${number}-R1 · Received: 1 · Damaged: 1${restock ? ' · Restocked: 1' : ''}`,
  )
})

test('exchanges a return for another product, whose price is due', async () => {
  const { id } = await createShippedOrder()
  await addOrderReturn(app, id)
  const { variant } = await tester.createProduct({ title: 'Large bowl', price: 1500, stock: 5 })
  const [orderReturn] = (await tester.getOrder(id)).returns
  await tester.applyChange(await tester.getOrder(id), {
    kind: 'updateReturn',
    return: orderReturn?._id ?? '',
    status: 'accepted',
  })
  await renderApp(app, `/apps/return/view/${orderReturn?._id}`)
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Exchange' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enterText(dialog.getByRole('textbox', { name: /^Search products/ }), 'Large')
  await userEvent.click(await screen.findByRole('option', { name: /Large bowl/ }))
  await dialog.findByText('$5.00')
  await userEvent.click(dialog.getByRole('button', { name: 'Create exchange order' }))
  await screen.findByText('Exchange order')
  const { followingOrders } = await tester.getOrder(id)
  expect(await tester.getOrder(followingOrders[0]?._id ?? '')).toMatchObject({
    lines: [{ variant, quantity: 1 }],
    total: 1500,
    balance: 500,
  })
  await renderApp(app, `/apps/order/orderDetail/${id}`)
  await screen.findByText(`Exchange for order ${followingOrders[0]?.number}`)
})

test('exchanges a discounted item for another one of its product at the paid price', async () => {
  const { id } = await createShippedOrder({ title: 'Teapot', discount: 300 })
  await addOrderReturn(app, id)
  const [orderReturn] = (await tester.getOrder(id)).returns
  await tester.applyChange(await tester.getOrder(id), {
    kind: 'updateReturn',
    return: orderReturn?._id ?? '',
    status: 'accepted',
  })
  await renderApp(app, `/apps/return/view/${orderReturn?._id}`)
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Exchange' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enterText(dialog.getByRole('textbox', { name: /^Search products/ }), 'Teapot')
  await userEvent.click(await screen.findByRole('option', { name: /Teapot/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create exchange order' }))
  await screen.findByText('Exchange order')
  const { followingOrders } = await tester.getOrder(id)
  expect(await tester.getOrder(followingOrders[0]?._id ?? '')).toMatchObject({
    total: 850,
    paidTotal: 850,
    balance: 0,
  })
})

test('creates a return of an order that was shipped', async () => {
  const { id } = await createShippedOrder()
  await renderApp(app, `/apps/order/orderDetail/${id}`)
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create return' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create return' }))
  await waitFor(() =>
    expect(dialog.getAllByText('Enter a quantity for at least one item.')).toHaveLength(2),
  )
  expect((await tester.getOrder(id)).returns).toEqual([])
  const quantity = dialog.getByRole('textbox', { name: /Bowl/ })
  await userEvent.clear(quantity)
  await userEvent.paste('2')
  await userEvent.click(dialog.getByRole('button', { name: 'Create return' }))
  await screen.findByRole('link', { name: /-R1/ })
  expect((await tester.getOrder(id)).returns).toMatchObject([
    { status: 'accepted', wish: 'refund', lines: [{ quantity: 2, reason: 'unwanted' }] },
  ])
})

test('creates a claim, which a replacement order and a refund settle', async () => {
  const { id, variant } = await createShippedOrder({ title: 'Vase' })
  await renderApp(app, `/apps/order/orderDetail/${id}`)
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create claim' }))
  const dialog = within(await screen.findByRole('dialog'))
  const quantity = dialog.getByRole('textbox', { name: /Vase/ })
  await userEvent.clear(quantity)
  await userEvent.paste('2')
  await userEvent.click(dialog.getByRole('button', { name: 'Create claim' }))
  await userEvent.click(await screen.findByRole('link', { name: /-C1/ }))
  await userEvent.click(await button('Replace items'))
  const replacement = within(await screen.findByRole('dialog'))
  const replaced = await replacement.findByRole('textbox', { name: /Vase/ })
  replacement.getByText(/Can be replaced: 2/)
  await userEvent.clear(replaced)
  await userEvent.paste('1')
  await replacement.findByText('Due from the customer')
  expect(replacement.queryByText('Credit for the returned items')).toBeNull()
  await userEvent.click(replacement.getByRole('button', { name: 'Create replacement order' }))
  await screen.findByText('Replacement order')
  await userEvent.click(await button('More actions'))
  expect(screen.queryByRole('menuitem', { name: 'Exchange' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refund' }))
  const refund = within(await screen.findByRole('dialog'))
  await userEvent.click(await refund.findByRole('button', { name: 'Refund $10.00' }))
  await screen.findByText('Completed')
  expect(await tester.getOrder(id)).toMatchObject({
    refundedTotal: 1000,
    lines: [{ returnedQuantity: 0, replacedQuantity: 1 }],
    returns: [{ kind: 'claim', status: 'settled', lines: [{ reason: 'damaged' }] }],
  })
  expect(await tester.getStock(variant)).toBe(2)
})

test('a late return is in its tab, and gets another day', async () => {
  const { id } = await createShippedOrder()
  const returnId = await addOrderReturn(app, id)
  const { number } = await tester.getOrder(id)
  await app.inStore(
    tx => tx`
      update order_return set status = 'accepted', send_back_by = '2026-01-05'
      where id = ${returnId}`,
  )
  await renderApp(app, '/apps/return/list?view=late')
  const row = await screen.findByRole('link', { name: new RegExp(`${number}-R1`) })
  expect(screen.getAllByText('Late', { selector: 'span' }).length).toBeGreaterThan(0)
  await userEvent.click(row)
  await screen.findByText(/^Send back by .*2026$/)
  await userEvent.click(await button('Change deadline'))
  const dialog = within(await screen.findByRole('dialog'))
  // The order was created by staff, so it sends no emails.
  expect(dialog.queryByRole('switch')).toBeNull()
  dialog.getByText('The customer gets no emails about this order.')
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Send back by/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  // The preview in the dialog says the same.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('No deadline')
  expect((await tester.getOrder(id)).returns[0]).toMatchObject({ sendBackBy: null, isLate: false })
})

test('a return is completed without a refund after a confirmation with a message', async () => {
  const { id } = await createShippedOrder()
  const returnId = await addOrderReturn(app, id)
  const { number } = await tester.getOrder(id)
  await app.inStore(tx => tx`update order_return set status = 'accepted' where id = ${returnId}`)
  await renderApp(app, `/apps/return/view/${returnId}`)
  await userEvent.click(await button('More actions'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Complete without refund' }))
  const title = `Complete ${number}-R1 without refund`
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect((await tester.getOrder(id)).returns).toMatchObject([{ status: 'accepted' }])
  await enterText(dialog.getByRole('textbox'), 'Worn')
  await userEvent.click(dialog.getByRole('button', { name: 'Complete without refund' }))
  await screen.findByText('Completed')
  expect((await tester.getOrder(id)).returns).toMatchObject([{ status: 'settled', answer: 'Worn' }])
})

test('the dialog that completes a return shows that its refund is no longer due', async () => {
  const { id } = await createShippedOrder()
  const returnId = await addOrderReturn(app, id)
  const order = await tester.getOrder(id)
  const lines = (order.returns[0]?.lines ?? []).map(({ line, quantity }) => ({ line, quantity }))
  const accepted = await tester.makeChange(order, {
    kind: 'updateReturn',
    return: returnId,
    status: 'accepted',
  })
  await tester.makeChange(accepted, {
    kind: 'receiveReturn',
    return: returnId,
    lines: lines.map(unit => ({ ...unit, condition: 'good', isRestocked: true })),
  })
  await renderApp(app, `/apps/return/view/${returnId}?do=settled`)
  const dialog = within(await screen.findByRole('dialog'))
  const label = await dialog.findByText('Refund due')
  expect(label.parentElement?.textContent).toMatch(/0\.00$/)
})

test.each(['settled', 'declined'])('a return that was %s by mistake is reopened', async status => {
  const { id } = await createShippedOrder()
  const returnId = await addOrderReturn(app, id)
  const { number } = await tester.getOrder(id)
  await app.inStore(tx => tx`update order_return set status = ${status} where id = ${returnId}`)
  await renderApp(app, '/apps/return/list')
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(`${number}-R1`) }))
  await userEvent.click(await button('Reopen return'))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await tester.getOrder(id)).returns).toMatchObject([{ status }])
  dialog.getByRole('heading', { name: `Reopen ${number}-R1` })
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen return' }))
  await button('Receive items')
  expect((await tester.getOrder(id)).returns).toMatchObject([{ status: 'accepted' }])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
let orders: Order[]
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
  orders = await createCanceledOrders()
})
afterAll(() => app.close())
afterEach(cleanup)

async function createCanceledOrders(): Promise<Order[]> {
  const { variant } = await tester.createProduct()
  const create = () => tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const created = [await create(), await create()]
  for (const { _id } of created) await tester.updateStatus(_id, 'cancelled')
  return created
}

/** Selects orders, by default both, and chooses an action of the menu. */
async function chooseAction(name: string, selected: readonly Order[] = orders) {
  await renderApp(app, '/apps/order/list')
  for (const { number } of selected)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${number}` }))
  const toolbar = within(screen.getByRole('toolbar', { name: `${selected.length} selected` }))
  const more = await toolbar.findByRole('button', { name: 'More' })
  await userEvent.click(more)
  await userEvent.click(await screen.findByRole('menuitem', { name }))
  return { more, dialog: await screen.findByRole('dialog') }
}
const listArchivedAt = async (archived: readonly Order[]) =>
  (await Promise.all(archived.map(({ _id }) => tester.getOrder(_id)))).map(
    order => order.archivedAt,
  )

test('the dialog of tags says how many orders it changes', async () => {
  const { dialog } = await chooseAction('Edit tags')
  within(dialog).getByText('2 selected')
  expect(within(dialog).queryByText(/skipped/)).toBeNull()
})

test('a dialog says before the change how many orders change, and why others are skipped', async () => {
  const { variant } = await tester.createProduct()
  const paid = await tester.createOrderData({
    lines: [{ variant, quantity: 1 }],
    paidWith: 'cash',
  })
  const open = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const canceled = orders[0] as Order
  const before = await app.changes()
  const { dialog } = await chooseAction('Mark as paid', [paid, open, canceled])
  const status = within(within(dialog).getByRole('status'))
  await status.findByText('1 order will change.')
  status.getByText('1 order needs no change.')
  status.getByText('1 order will be skipped:')
  expect(status.getByRole('listitem').textContent).toBe(
    `This order is canceled. Reopen it first. ${canceled.number}`,
  )
  expect(await app.changes()).toBe(before)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as paid' }))
  await screen.findByText('1 order marked as paid · 1 unchanged · 1 skipped')
  expect((await tester.getOrder(open._id)).paymentStatus).toBe('paid')
  cleanup()

  const ship = await chooseAction('Cancel orders', [canceled])
  await within(ship.dialog).findByText('None of the selected orders will change.')
  const confirm = within(ship.dialog).getByRole('button', { name: 'Cancel orders' })
  expect((confirm as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(within(ship.dialog).getByRole('button', { name: 'Keep orders' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('archiving asks first and names the number of orders', async () => {
  const archived = await createCanceledOrders()
  const before = await app.changes()
  const { more, dialog } = await chooseAction('Archive orders', archived)
  within(dialog).getByRole('heading', { name: 'Archive 2 orders?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await app.changes()).toBe(before)
  // The item of the menu that opened the dialog is gone.
  await waitFor(() => expect(document.activeElement).toBe(more))
  cleanup()

  const again = within((await chooseAction('Archive orders', archived)).dialog)
  await again.findByText('2 orders will change.')
  await userEvent.click(again.getByRole('button', { name: 'Archive orders' }))
  await screen.findByText('2 orders archived')
  expect(await listArchivedAt(archived)).not.toContain(null)
})

test('archiving an unpaid order on its page asks first, and a mark appears beside its status', async () => {
  const { variant } = await tester.createProduct()
  const { _id, number } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  for (const status of ['shipped', 'delivered']) await tester.updateStatus(_id, status)
  const before = await app.changes()
  await renderApp(app, getRecordPath('order', _id))
  const choose = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive order' }))
    return within(await screen.findByRole('dialog', { name: 'Archive this order?' }))
  }
  const dialog = await choose()
  dialog.getByText(/of this order isn’t paid yet/)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await app.changes()).toBe(before)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click((await choose()).getByRole('button', { name: 'Archive order' }))
  await screen.findByRole('img', { name: 'Archived' })
  expect((await tester.getOrder(_id)).archivedAt).not.toBeNull()
  cleanup()

  await renderApp(app, '/apps/order/list?archived=only')
  const row = (await screen.findByText(number)).closest('tr') as HTMLElement
  expect(within(row).getAllByText('Delivered').length).toBeGreaterThan(0)
  within(row).getByRole('img', { name: 'Archived' })
})

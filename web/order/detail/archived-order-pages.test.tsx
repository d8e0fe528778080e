import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { addOrderReturn, createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
})
afterAll(() => app.close())
afterEach(cleanup)

/** Returns a delivered order that is archived, with a return that was completed without a refund. */
async function createArchivedOrder() {
  const { variant } = await tester.createProduct()
  const { _id: id } = await tester.createOrderData({ lines: [{ variant, quantity: 3 }] })
  await tester.updateStatus(id, 'shipped')
  await tester.updateStatus(id, 'delivered')
  const returnId = await addOrderReturn(app, id)
  await app.inStore(tx => tx`update order_return set status = 'settled' where id = ${returnId}`)
  await app.call('owner', orderArchiveApi.updateArchived, {
    params: { id },
    body: { isArchived: true },
  })
  return { id, returnId }
}
const openMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Duplicate order' })
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test('an archived order offers to leave the archive, and no change that is refused', async () => {
  const { id } = await createArchivedOrder()
  await renderApp(app, `/apps/order/orderDetail/${id}?do=return`)
  const items = await openMenu()
  expect(items.filter(item => !/summary|page/i.test(item ?? ''))).toEqual([
    'Duplicate order',
    'Unarchive order',
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull()
})

test('a return of an archived order offers to take the order out of the archive first', async () => {
  const { returnId } = await createArchivedOrder()
  await renderApp(app, `/apps/return/view/${returnId}`)
  within(await screen.findByRole('alert')).getByText(/^This order is archived/)
  expect(screen.queryByRole('button', { name: 'Reopen return' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Unarchive order' }))
  await screen.findByRole('button', { name: 'Reopen return' })
})

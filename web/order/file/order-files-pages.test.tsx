import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
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

test('staff delete a file of an order after a confirmation', async () => {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  await app.inStore(
    tx => tx`
      insert into order_file (order_id, purpose, file_name, content_type, bytes, digest, file_key)
      values (${_id}, 'attachment', '<b>offer</b>.pdf', 'application/pdf', 2000, 'x', 'x')`,
  )
  await renderApp(app, `/apps/order/orderDetail/${_id}`)
  await screen.findByRole('button', { name: '<b>offer</b>.pdf' })
  await userEvent.click(screen.getByRole('button', { name: 'Delete “<b>offer</b>.pdf”' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete “<b>offer</b>.pdf”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete file' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '<b>offer</b>.pdf' })).toBeNull())
  expect(await screen.findByText('File deleted')).toBeTruthy()
  expect(await app.inStore(tx => tx`select from order_file where order_id = ${_id}`)).toHaveLength(
    0,
  )
})

test('staff see the photos of a return on the page of the return', async () => {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const [row] = await app.inStore(async tx => {
    const rows = await tx<{ id: string }[]>`
      insert into order_return (order_id, number) values (${_id}, 'R1') returning id`
    await tx`
      insert into order_file
        (order_id, purpose, return_id, file_name, content_type, bytes, digest, file_key)
      values (${_id}, 'return_photo', ${rows[0]?.id ?? ''}, 'a.webp', 'image/webp', 9, 'x', 'x')`
    return rows
  })
  await renderApp(app, `/apps/return/view/${row?.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Photo 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Photo 1' }))
  expect(dialog.getByRole('button', { name: 'Download photo' })).toBeTruthy()
})

test('staff see the label of a parcel and can print or replace it from its menu', async () => {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const order = await tester.getOrder(_id)
  await tester.applyChange(order, { kind: 'createParcel', status: 'packed', isNotified: false })
  const { fulfillments } = await tester.getOrder(_id)
  const [parcel] = fulfillments
  await app.inStore(
    tx => tx`
      insert into order_file
        (order_id, parcel_id, purpose, file_name, content_type, bytes, digest, file_key)
      values (${_id}, ${parcel?._id ?? ''}, 'label', 'dhl.pdf', 'application/pdf', 9, 'x', 'x')`,
  )
  await renderApp(app, `/apps/order/orderDetail/${_id}`)
  const parcels = within(await screen.findByRole('region', { name: 'Parcels' }))
  expect(await parcels.findByRole('button', { name: 'dhl.pdf' })).toBeTruthy()
  await userEvent.click(parcels.getByRole('button', { name: `Actions for ${parcel?.number}` }))
  expect(await screen.findByRole('menuitem', { name: 'Replace label' })).toBeTruthy()
})

test('a label is created only for a packed parcel, and added to any', async () => {
  await app.inStore(
    tx => tx`
      insert into label_service (name, url, secret, hint)
      values ('Parcels Ltd', 'https://labels.example', '', 'aaaa')`,
  )
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  for (const status of ['packed', 'shipped'] as const) {
    const order = await tester.getOrder(_id)
    const lines = [{ line: order.lines[0]?._id ?? '', quantity: 1 }]
    await tester.makeChange(order, { kind: 'createParcel', status, lines, isNotified: false })
  }
  await renderApp(app, `/apps/order/orderDetail/${_id}`)
  const { fulfillments } = await tester.getOrder(_id)
  const openMenu = async (number = '') =>
    userEvent.click(await screen.findByRole('button', { name: `Actions for ${number}` }))
  await openMenu(fulfillments[0]?.number)
  await screen.findByRole('menuitem', { name: 'Create shipping label' })
  await userEvent.keyboard('{Escape}')
  await openMenu(fulfillments[1]?.number)
  await screen.findByRole('menuitem', { name: 'Mark as lost' })
  expect(screen.getByRole('menuitem', { name: 'Add shipping label' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Create shipping label' })).toBeNull()
})

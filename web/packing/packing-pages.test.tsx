import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { storeApi } from '#contract/store/store.ts'
import { openDisk } from '../../server/lib/file/disk.ts'
import { createOrderTester } from '../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
let cup: string
let lamp: string
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
  cup = (await tester.createProduct({ title: 'Cup', sku: 'CUP-1', barcode: '4006381333931' }))
    .variant
  lamp = (await tester.createProduct({ title: 'Lamp', sku: 'LAMP-1' })).variant
})
afterAll(() => app.close())
afterEach(() => {
  cleanup()
  location.hash = ''
})

const createOrder = (...lines: { variant: string; quantity: number }[]): Promise<Order> =>
  tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
    customerNote: 'Leave it at the door',
    lines,
  })

/** Opens the page of a link for the orders as a visitor, and returns the id of the link. */
async function openLink(...orders: Order[]) {
  const { data } = (
    await app.call('owner', packerLinkApi.createPackerLink, {
      body: { ids: orders.map(({ _id }) => _id), name: 'Sunday shift', validHours: 24 },
    })
  ).body
  location.hash = `#token=${data.token}`
  await renderApp(app, '/packing', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Sunday shift' })
  return String(data._id)
}
const setWeightUnit = (weightUnit: 'kg' | 'lb') =>
  app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId },
    body: { data: { weightUnit } },
  })
const scan = async (code: string) => {
  await enterText(await screen.findByLabelText('Barcode or SKU'), `${code}`)
  await userEvent.keyboard('{Enter}')
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const openPackStep = async () => userEvent.click(await screen.findByRole('tab', { name: 'Pack' }))

test('codes count units, and the picked units are packed as a parcel', async () => {
  const order = await createOrder({ variant: cup, quantity: 2 }, { variant: lamp, quantity: 1 })
  await openLink(order)
  await scan('4006381333931')
  await screen.findByText('Cup: 1 of 2')
  await scan('cup-1')
  await screen.findByText('Cup: 2 of 2')
  await scan('CUP-1')
  await screen.findByText('All units of Cup are already picked.')
  await scan('nonsense')
  await screen.findByText('No item to pick has the code nonsense. Check the code.')
  await openPackStep()
  await screen.findByText('Leave it at the door')
  await enterText(await screen.findByLabelText('Box'), 'Small')
  await userEvent.type(await screen.findByLabelText('Weight (kg)'), '2')
  await userEvent.click(await button('Pack 2 of 3 units'))
  await screen.findByText(`Part of order ${order.number} packed`)
  await userEvent.click(await screen.findByRole('tab', { name: 'Pick' }))
  await userEvent.click(await button('Add one unit of Lamp'))
  await screen.findByText('Lamp: 1 of 1')
  await openPackStep()
  await userEvent.click(await button('Pack order'))
  await screen.findByText(`Order ${order.number} packed`)
  const { fulfillments } = await tester.getOrder(order._id)
  expect(fulfillments).toMatchObject([
    { status: 'packed', box: 'Small', weight: 2000 },
    { status: 'packed', box: '', weight: null },
  ])
})

test('a hand scanner types into the field wherever the focus is', async () => {
  await openLink(await createOrder({ variant: cup, quantity: 3 }))
  await userEvent.click(await button('Add one unit of Cup'))
  await screen.findByText('Cup: 1 of 3')
  expect(document.activeElement).toBe(await button('Add one unit of Cup'))
  await userEvent.keyboard('4006381333931{Enter}')
  await screen.findByText('Cup: 2 of 3')
})

test('units are picked together and taken back', async () => {
  await openLink(await createOrder({ variant: cup, quantity: 3 }))
  await userEvent.click(await button('Pick all units of Cup'))
  await screen.findByText('Cup: 3 of 3')
  await userEvent.click(await button('Remove one unit of Cup'))
  await screen.findByText('Cup: 2 of 3')
})

test('an order that was canceled meanwhile is not packed', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  await openLink(order)
  await scan('CUP-1')
  await screen.findByText('Cup: 1 of 1')
  await tester.updateStatus(order._id, 'cancelled')
  await openPackStep()
  await userEvent.click(await button('Pack order'))
  await screen.findByText(/^Don’t pack this order/)
  await screen.findByText('This order was canceled.')
  await screen.findByText('Picked units to put back: 1')
  expect(screen.queryByRole('button', { name: 'Pack order' })).toBeNull()
})

test('units that an order no longer needs are put back', async () => {
  const order = await createOrder({ variant: cup, quantity: 3 })
  await openLink(order)
  await userEvent.click(await button('Pick all units of Cup'))
  await screen.findByText('Cup: 3 of 3')
  await app.call('owner', orderItemsApi.updateItems, {
    params: { id: order._id },
    body: {
      version: order.version,
      lines: [
        { line: order.lines[0]?._id, quantity: 1 },
        { variant: lamp, quantity: 1 },
      ],
    },
  })
  document.dispatchEvent(new Event('visibilitychange'))
  await openPackStep()
  await screen.findByText('Picked units to put back: 2')
  const list = within(
    screen.getByText('Picked units to put back: 2').parentElement ?? document.body,
  )
  expect(list.getByRole('listitem').textContent).toBe('2 × Cup')
  await userEvent.click(await button('Mark as put back'))
  await screen.findByText(`Units of order ${order.number} put back`)
  expect(screen.queryByText(/to put back/)).toBeNull()
  await button('Pack 1 of 2 units')
})

test('the packing slip has the address and no email', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  await openLink(order)
  await openPackStep()
  await userEvent.click(await button(`Packing slip of order ${order.number}`))
  const slip = within(await screen.findByRole('article'))
  slip.getByText('Ada Byron')
  expect(document.body.textContent).not.toContain('ada@shopper.example')
  await userEvent.click(await button('Back'))
  await screen.findByRole('heading', { name: 'Sunday shift' })
})

test('the label of a packed parcel opens in a tab, and one that was deleted disappears', async () => {
  const order = await createOrder({ variant: cup, quantity: 1 })
  await openLink(order)
  await scan('CUP-1')
  await screen.findByText('Cup: 1 of 1')
  await openPackStep()
  await userEvent.click(await button('Pack order'))
  await screen.findByText('Packed')
  const { fulfillments } = await tester.getOrder(order._id)
  const fileKey = `${app.people.owner.storeId}/label`
  await app.inStore(
    tx => tx`
      insert into order_file
        (order_id, parcel_id, purpose, file_name, content_type, bytes, digest, file_key)
      values (${order._id}, ${fulfillments[0]?._id ?? ''}, 'label', 'label.pdf',
        'application/pdf', 8, '', ${fileKey})`,
  )
  await openDisk(app.app.config, 'orders').put(fileKey, '%PDF-1.7')
  document.dispatchEvent(new Event('visibilitychange'))
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  const createUrl = vi.fn((file: Blob) => `blob:${file.type}`)
  URL.createObjectURL = createUrl as typeof URL.createObjectURL
  const name = `Shipping label ${order.number}-F1`
  await userEvent.click(await button(name))
  await waitFor(() => expect(tab.location.href).toBe('blob:application/pdf'))
  expect(await createUrl.mock.calls[0]?.[0].text()).toBe('%PDF-1.7')

  await app.inStore(tx => tx`delete from order_file where file_key = ${fileKey}`)
  await userEvent.click(await button(name))
  await waitFor(() => expect(tab.close).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
})

test('a revoked link, and a page without a token, show that the link does not work', async () => {
  const id = await openLink(await createOrder({ variant: cup, quantity: 1 }))
  await app.call('owner', packerLinkApi.revokePackerLink, { params: { id } })
  await scan('CUP-1')
  await screen.findByRole('heading', { name: 'This link doesn’t work' })
  cleanup()
  location.hash = ''
  await renderApp(app, '/packing', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'This link doesn’t work' })
})

/** Gives the browser a camera whose image has the code, or none if it is not allowed. */
function addCamera(code: string | undefined) {
  const stopTrack = vi.fn()
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  window.BarcodeDetector = class {
    detect = () => Promise.resolve([{ rawValue: code ?? '' }])
  }
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: () =>
        code === undefined
          ? Promise.reject(new DOMException('', 'NotAllowedError'))
          : Promise.resolve({ getTracks: () => [{ stop: stopTrack }] }),
    },
  })
  return stopTrack
}
afterEach(() => {
  delete window.BarcodeDetector
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('the camera counts a code that stays in its image once', async () => {
  const stopTrack = addCamera('4006381333931')
  await openLink(await createOrder({ variant: cup, quantity: 2 }))
  await userEvent.click(await button('Scan with the camera'))
  await screen.findByText('Cup: 1 of 2')
  await userEvent.click(await button('Close camera'))
  expect(stopTrack).toHaveBeenCalled()
})

test('a camera that is not allowed leaves the field for codes', async () => {
  addCamera(undefined)
  await openLink(await createOrder({ variant: cup, quantity: 2 }))
  await userEvent.click(await button('Scan with the camera'))
  await screen.findByText(/^We couldn’t open the camera/)
  await scan('CUP-1')
  await screen.findByText('Cup: 1 of 2')
})

test('without a barcode detector, there is no button for the camera', async () => {
  await openLink(await createOrder({ variant: cup, quantity: 2 }))
  await button('Add')
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull()
})

test('weights have the unit of the store where a parcel is packed, shown and edited', async () => {
  await setWeightUnit('lb')
  const order = await createOrder({ variant: cup, quantity: 1 })
  await openLink(order)
  await scan('CUP-1')
  await openPackStep()
  await userEvent.type(await screen.findByLabelText('Weight (lb)'), '1.5')
  await userEvent.click(await button('Pack order'))
  await screen.findByText('Packed')
  expect((await tester.getOrder(order._id)).fulfillments).toMatchObject([{ weight: 680 }])
  cleanup()
  location.hash = ''
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await screen.findByText(/^1\.5 lb$/)
  await userEvent.click(await button(/^Actions for .*-F1$/))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit parcel' }))
  const dialog = within(await screen.findByRole('dialog'))
  const weight = dialog.getByLabelText<HTMLInputElement>('Weight')
  expect(weight.value).toBe('1.5')
  await userEvent.clear(weight)
  await userEvent.type(weight, '2')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^2 lb$/)
  expect((await tester.getOrder(order._id)).fulfillments).toMatchObject([{ weight: 907 }])
  await setWeightUnit('kg')
})

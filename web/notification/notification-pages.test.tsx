import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { notificationApi } from '#contract/staff/notification.ts'
import { insertRow } from '../../server/lib/db/db.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { openTestStream } from '../../server/testing/subject/notification-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { startTransfer } from '../lib/call/transfer-store.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await openFirstStream()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const createOrder = (number: string) =>
  app.inStore(tx =>
    insertRow(tx, 'order', {
      number,
      currency: 'USD',
      customerName: 'Ada Byron',
      subtotal: 1999,
      total: 1999,
    }),
  )
/** The server starts to listen for the first page, and sends it earlier notifications as new ones. */
async function openFirstStream() {
  const { events, disconnect } = await openTestStream(app, app.people.owner)
  await createOrder('#1000')
  await eventually(() => expect(events.map(({ event }) => event)).toContain('notification'))
  disconnect()
}
const findBell = (name: string | RegExp) => screen.findByRole('button', { name })

test('counts unread notifications, lists them and marks one or all as read', async () => {
  for (const number of ['#1001', '#1002', '#1003']) await createOrder(number)
  await renderApp(app, '/apps/seo', { hasLiveEvents: true })
  await userEvent.click(await findBell('Notifications, 3 unread'))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  expect((await within(panel).findAllByRole('link')).map(link => link.textContent)).toEqual([
    'Unread: New order #1003',
    'Unread: New order #1002',
    'Unread: New order #1001',
  ])
  expect(within(panel).getByRole('region', { name: 'Today' }).textContent).toContain(
    'Ada Byron · $19.99',
  )
  await userEvent.click(
    within(panel).getByRole('button', { name: 'Mark as read: New order #1002' }),
  )
  await findBell('Notifications, 2 unread')
  await within(panel).findByRole('link', { name: 'New order #1002' })
  await userEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
  await findBell('Notifications')
  await waitFor(() => expect(within(panel).queryByRole('button', { name: /^Mark/ })).toBeNull())
  await expect
    .poll(async () => (await app.call('owner', notificationApi.list)).body.meta.unread)
    .toBe(0)
})

/** Returns a function that counts the announced notifications. Late ones are announced apart. */
function watchAnnouncements() {
  let count = 0
  let previousText = ''
  const observer = new MutationObserver(() => {
    const regions = [...document.querySelectorAll('[role=status]')]
    const texts = regions.map(region => region.textContent)
    const text = texts.find(text => text.includes('new notification')) ?? ''
    if (text !== previousText) count += Number.parseInt(text, 10) || 0
    previousText = text
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => count
}

test('problems with payments name the provider and link to the page that fixes them', async () => {
  const ids = { order: crypto.randomUUID(), account: crypto.randomUUID() }
  await app.inStore(
    tx => tx`
      select add_notification('payment_mismatch', 'order', ${ids.order},
        ${tx.json({ customer: 'ada@example.com', total: 1999, currency: 'USD', source: 'mollie' })})`,
  )
  await app.inStore(
    tx => tx`
      select add_notification('payment_account_failed', 'order', ${ids.account},
        ${tx.json({ source: 'stripe' })})`,
  )
  await renderApp(app, '/apps/seo', { hasLiveEvents: true })
  await userEvent.click(await findBell('Notifications, 2 unread'))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  const links = await within(panel).findAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Unread: Shoppers can’t pay with Stripe', '/apps/payment'],
    ['Unread: Check a payment at Mollie: the amount differs from the order', '/apps/order/list'],
  ])
  expect(panel.textContent).toContain('ada@example.com · $19.99')
})

test('counts, announces and lists notifications that arrive while the page is open', async () => {
  await createOrder('#1001')
  await renderApp(app, '/apps/seo', { hasLiveEvents: true })
  await userEvent.click(await findBell('Notifications, 1 unread'))
  await screen.findByRole('link', { name: /^Unread.*#1001$/ })
  const countAnnounced = watchAnnouncements()
  await Promise.all([createOrder('#1002'), createOrder('#1003')])
  await waitFor(() => expect(countAnnounced()).toBe(2))
  // It arrives while the page still shows the announcement before it.
  await createOrder('#1004')
  await waitFor(() => expect(countAnnounced()).toBe(3))
  await screen.findByRole('link', { name: /^Unread.*#1003$/ })
})

test('shows a running import at the bell and in its panel until it ends', async () => {
  await createOrder('#1001')
  await renderApp(app, '/apps/seo', { hasLiveEvents: true })
  await findBell('Notifications, 1 unread')
  const id = await app.inStore(tx =>
    insertRow(tx, 'import', {
      kind: 'products',
      fileName: 'spring.csv',
      fileKey: 'k',
      bytes: 1,
      progress: 0.42,
    }),
  )
  await userEvent.click(await findBell('Notifications, 1 unread, 1 in progress'))
  const work = await screen.findByRole('region', { name: 'In progress' })
  expect(within(work).getByRole('link', { name: 'spring.csv' }).getAttribute('href')).toBe(
    `/apps/import/${id}`,
  )
  expect(within(work).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  await app.inStore(tx => tx`update import set status = 'done', progress = 1 where id = ${id}`)
  await findBell('Notifications, 2 unread')
  await screen.findByRole('link', { name: /^Unread.*spring.csv was imported$/ })
  expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull()
})

test('shows an empty state when there are no notifications', async () => {
  await renderApp(app, '/apps/seo', { user: 'nobody', hasLiveEvents: true })
  await userEvent.click(await findBell('Notifications'))
  await screen.findByRole('heading', { name: 'No notifications yet' })
})

const isCloseConfirmed = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('lists transfers on every page, stops one, and warns before the tab closes', async () => {
  const { router } = await renderApp(app, '/apps/seo')
  const stop = vi.fn()
  expect(isCloseConfirmed()).toBe(false)
  const [download, upload] = [startTransfer(stop), startTransfer(stop, 'spring.csv')]
  act(() => {
    download.update({ name: 'orders.csv', bytes: 2048 })
    upload.update({ fraction: 0.5 })
  })
  await router.navigate('/apps/blogs')
  await userEvent.click(await findBell(/2 in progress/))
  const work = await screen.findByRole('region', { name: 'In progress' })
  expect(within(work).getByText('2 kB received')).toBeTruthy()
  expect(
    within(work)
      .getByRole('progressbar', { name: 'Uploading spring.csv' })
      .getAttribute('aria-valuenow'),
  ).toBe('50')
  await userEvent.click(within(work).getByRole('button', { name: 'Stop orders.csv' }))
  expect(stop).toHaveBeenCalledOnce()
  expect(isCloseConfirmed()).toBe(true)
  act(() => {
    download.finish()
    upload.finish()
  })
  expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull()
  expect(isCloseConfirmed()).toBe(false)
})

import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { maxBulkRows } from '#contract/lib/call/bulk.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderBulkPreviewApi } from '#contract/order/order-bulk-preview.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { samplePassword } from '../../../server/testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { newQueryClient } from '../../lib/call/api.ts'
import type { BulkSelection, BulkTarget } from '../../lib/call/use-bulk-action.ts'
import { AppProviders } from '../../shell/app-providers.tsx'
import { renderApp } from '../../testing/testing.tsx'
import { BulkNotifyDialog } from './bulk-notify-dialog.tsx'
import { BulkOrderTagsDialog } from './bulk-order-tags-dialog.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
let unpaidId: string
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
  await app.call('owner', paymentMethodApi.create, {
    body: { kind: 'bank_transfer', name: 'Bank', password: samplePassword },
  })
  const { variant } = await tester.createProduct()
  unpaidId = (await tester.createOrderData({ lines: [{ variant, quantity: 1 }] }))._id
  await app.inStore(tx => tx`update "order" set payment_method = 'Bank' where id = ${unpaidId}`)
})
afterAll(() => app.close())
afterEach(cleanup)

const createTarget = (selection: BulkSelection, isBusy = false): BulkTarget => ({
  count: 1,
  selection,
  isBusy,
  onProgress: () => {},
  onEnd: () => {},
})
const createIds = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

/** Renders a dialog without its page, in the session of the owner. */
async function renderDialog(Dialog: typeof BulkOrderTagsDialog, selection: BulkSelection) {
  await renderApp(app, '/apps/order/list')
  await screen.findByRole('table', { name: 'Orders' })
  cleanup()
  const client = newQueryClient()
  const toElement = (isBusy: boolean) => (
    <AppProviders client={client} isTest>
      <Dialog selection={createTarget(selection, isBusy)} onClose={() => {}} />
    </AppProviders>
  )
  const { rerender } = render(toElement(false))
  const setBusy = (isBusy: boolean) => rerender(toElement(isBusy))
  return { client, setBusy, dialog: within(await screen.findByRole('dialog')) }
}
const ShipDialog: typeof BulkOrderTagsDialog = props => (
  <BulkNotifyDialog status="shipped" {...props} />
)
const isConfirmDisabled = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Ship orders' }).disabled

test('checks the first of more than 1,000 selected orders, with the warning about payments', async () => {
  const ids = [unpaidId, ...createIds(maxBulkRows)]
  const { dialog } = await renderDialog(ShipDialog, { ids })
  await dialog.findByText('1 order will change.')
  dialog.getByText(/^We checked the first 1,000 selected orders/)
  dialog.getByText('999 orders will be skipped:')
  dialog.getByText('1 order isn’t paid yet.')
  expect(isConfirmDisabled()).toBe(false)
  cleanup()

  const tags = await renderDialog(BulkOrderTagsDialog, { ids })
  await tags.dialog.findByText('999 orders will be skipped:')
  tags.dialog.getByText(/^We checked the first 1,000 selected orders/)
})

test('a failed check shows its error, and the change waits for a successful one', async () => {
  const { dialog } = await renderDialog(ShipDialog, {
    filter: { tag: 'late' },
    excludedIds: [],
    expectedCount: 1,
  })
  await dialog.findByText('The list changed in the meantime. Check your selection and try again.')
  expect(isConfirmDisabled()).toBe(true)
  await app.call('owner', orderApi.bulkUpdateTags, { body: { ids: [unpaidId], add: ['late'] } })
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText('1 order will change.')
  expect(isConfirmDisabled()).toBe(false)
})

test('does not check again while the change is applied', async () => {
  const { client, setBusy, dialog } = await renderDialog(ShipDialog, { ids: [unpaidId] })
  await dialog.findByText('1 order will change.')
  const send = vi.spyOn(globalThis, 'fetch')
  const countChecks = () =>
    send.mock.calls.filter(([url]) => String(url).includes(orderBulkPreviewApi.previewBulk.path))
      .length
  setBusy(true)
  await client.invalidateQueries()
  expect(countChecks()).toBe(0)
  dialog.getByText('1 order will change.')
  setBusy(false)
  await waitFor(() => expect(countChecks()).toBe(1))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewApi } from '#contract/product/review.ts'
import { insertTestReview } from '../../server/testing/subject/review-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const listStatuses = async () =>
  (await app.call('owner', reviewApi.list)).body.data.map(
    ({ status }: { status: string }) => status,
  )

test('a seller reads a review and publishes it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/review/list')
  await screen.findByText('No reviews yet')
  cleanup()
  await app.inStore(tx => insertTestReview(tx))
  await renderApp(app, '/apps/review/list')
  await user.click(await screen.findByRole('link', { name: /Pours well/ }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('No drips.')).toBeTruthy()
  expect(drawer.getByRole('link', { name: 'Reviewed cup' })).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Publish' }))
  await waitFor(async () => expect(await listStatuses()).toEqual(['approved']))
})

test('a seller rejects selected reviews and deletes one', async () => {
  const user = userEvent.setup()
  await app.inStore(tx => insertTestReview(tx))
  await app.inStore(tx => insertTestReview(tx, 'second-cup'))
  await renderApp(app, '/apps/review/list')
  await user.click(await screen.findByRole('checkbox', { name: /all/i }))
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  await waitFor(async () => expect(await listStatuses()).toEqual(['rejected', 'rejected']))
  const [link] = await screen.findAllByRole('link', { name: /Pours well/ })
  await user.click(link as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('button', { name: 'Delete review' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the review by Ada?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete review' }))
  await waitFor(async () => expect(await listStatuses()).toEqual(['rejected']))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { planApi } from '#contract/account/plan.ts'
import { type PlanTest, startPlanTest } from '../../../server/testing/subject/test-plan.ts'
import { startTestApp } from '../../../server/testing/testing.ts'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { renderApp } from '../../testing/testing.tsx'

let p: PlanTest
beforeAll(async () => {
  p = await startPlanTest()
})
afterAll(() => p.close())
beforeEach(() => p.reset())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const getCard = (name: string) => {
  const heading = screen.getByRole('heading', { level: 2, name })
  return within(heading.closest('li') ?? expect.fail(`There is no card ${name}.`))
}

test('a visitor compares the prices of a month and of a year', async () => {
  await renderApp(p.t, '/pricing', { user: 'visitor' })
  await screen.findByText('Try Standard for 7 days without a card. After that, Basic stays free.')
  const standard = getCard('Standard')
  standard.getByText('Popular')
  standard.getByText('$40')
  standard.getByText('Billed once a year: $480')
  await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }))
  standard.getByText('$49')
  getCard('Enterprise').getByText('$99')
  getCard('Basic').getByText('Free forever')
  expect(getCard('Basic').getAllByText('Not included')).toHaveLength(3)
  const link = standard.getByRole('link', { name: 'Start free trial' })
  expect(link.getAttribute('href')).toBe('/register')
})

test('without billing, the pages say that nothing is limited', async () => {
  const app = await startTestApp()
  try {
    await renderApp(app, '/pricing', { user: 'visitor' })
    await screen.findByText('This installation has no limits. You don’t need to choose a plan.')
    expect(screen.queryByRole('link', { name: 'Start free trial' })).toBeNull()
    cleanup()
    await renderApp(app, '/apps/plan')
    await screen.findByText('No limits')
    cleanup()
    await renderApp(app, '/apps/account')
    await screen.findByText('This device')
    expect(screen.queryByRole('link', { name: 'Manage plan' })).toBeNull()
  } finally {
    await app.close()
  }
})

test('a limit that is nearly reached is shown where it is used', async () => {
  await p.passDays(8)
  await renderApp(p.t, '/apps/staff/list')
  const link = await screen.findByRole('link', { name: /^Staff per store: \d of 2$/ })
  expect(link.getAttribute('href')).toBe('/apps/plan')
})

test('an error about a limit links to the plans', async () => {
  await renderApp(p.t, '/pricing', { user: 'visitor' })
  const fail = (code: string, message: string) =>
    toast.failure(new ApiError(403, { status: false, message, code }))
  fail('forbidden', 'You have no access.')
  await screen.findByText('You have no access.')
  expect(screen.queryByRole('link', { name: 'Compare plans' })).toBeNull()
  fail('owner_plan_limit', 'The owner’s plan has reached a limit.')
  await screen.findByText('The owner’s plan has reached a limit.')
  expect(screen.queryByRole('link', { name: 'Compare plans' })).toBeNull()
  fail('plan_limit_product', 'You’ve reached the product limit.')
  await screen.findByText('You’ve reached the product limit.')
  const link = await screen.findByRole('link', { name: 'Compare plans' })
  expect(link.getAttribute('href')).toBe('/apps/plan')
})

test('a person without a store learns that a plan changes nothing for them', async () => {
  await renderApp(p.t, '/apps/plan', { user: 'nobody' })
  await screen.findByText(/^You don’t own an open store\./)
  cleanup()
  await renderApp(p.t, '/apps/plan')
  await screen.findByText('Your plan')
  expect(screen.queryByText(/^You don’t own an open store\./)).toBeNull()
})

test('the owner buys a plan, sees its use and ends it', async () => {
  const { router } = await renderApp(p.t, '/apps/account')
  await userEvent.click(await screen.findByRole('link', { name: 'Manage plan' }))
  await screen.findByText(/^Your trial ends on/)
  expect(screen.getAllByRole('progressbar')).toHaveLength(7)
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  await userEvent.click(screen.getByRole('button', { name: 'Choose Enterprise' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  p.billing.pay(String(assign.mock.calls[0]?.[0]).split('/').at(-1) ?? '')
  // The event of the provider has not arrived yet.
  await router.navigate('/apps/plan?paid')
  await screen.findByText(/^Renews on/)
  await screen.findByRole('link', { name: 'SW-0001' })
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await userEvent.click(screen.getByRole('button', { name: 'End plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change to Basic?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'End plan' }))
  await screen.findByText(/^Ends on .* After that, you continue with Basic for free\.$/)
  expect((await p.t.call('owner', planApi.get)).body.data.nextPlan).toBe('basic')
  await userEvent.click(screen.getByRole('button', { name: 'Keep Enterprise' }))
  const keepDialog = await screen.findByRole('dialog', { name: 'Keep your plan?' })
  await userEvent.click(within(keepDialog).getByRole('button', { name: 'Keep Enterprise' }))
  await screen.findByText(/^Renews on/)
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AutomationOverview, automationApi } from '#contract/campaign/automation.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const address = { line1: '1 Road', city: 'Leeds', postalCode: 'LS1', country: 'GB' }
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { address } },
  })
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from automation`))
afterEach(cleanup)

const find = async (kind: string) => {
  const overview: AutomationOverview = (await t.call('owner', automationApi.list)).body.data
  return overview.automations.find(each => each.kind === kind)
}

test('an automation is switched on and off', async () => {
  await renderApp(t, '/apps/campaign/automations')
  const review = await screen.findByRole('switch', { name: 'Send “Ask for a review”' })
  await userEvent.click(review)
  await waitFor(async () => expect((await find('review'))?.isOn).toBe(true))
  await waitFor(() => expect(review).toHaveProperty('checked', true))
  await userEvent.click(review)
  await waitFor(async () => expect((await find('review'))?.isOn).toBe(false))
  screen.getByText('After 7 days · 0 emails in 90 days · 0 orders · $0.00')
  expect(screen.getByRole('link', { name: 'Open checkout rules' }).getAttribute('href')).toBe(
    '/apps/cms?section=checkout',
  )
})

test('the drawer changes the delay and the subject, with a preview', async () => {
  await renderApp(t, '/apps/campaign/automations?edit=win_back')
  const drawer = within(await screen.findByRole('dialog', { name: 'Win back customers' }))
  const frame = await drawer.findByTitle<HTMLIFrameElement>('Preview')
  await waitFor(() => expect(frame.srcdoc).toContain('Hello Ada,'))
  const delay = drawer.getByRole('textbox', { name: 'Days to wait' })
  await userEvent.clear(delay)
  await userEvent.type(delay, '90')
  const subject = drawer.getByRole('textbox', { name: 'Subject' })
  await userEvent.clear(subject)
  await enterText(subject, 'Hi again')
  await userEvent.click(drawer.getByRole('button', { name: 'Save automation' }))
  await screen.findByText('Automation updated')
  expect(await find('win_back')).toMatchObject({ delayDays: 90, subject: 'Hi again', isOn: false })
  const stored = await t.inStore(tx => tx`select subject, body from automation`)
  expect(stored).toMatchObject([{ subject: 'Hi again', body: '' }])
})

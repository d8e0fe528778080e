import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OrderMail, orderMailApi } from '#contract/order/order-mail.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const readSubject = async () => {
  const mails: OrderMail[] = (await app.call('owner', orderMailApi.list)).body.data
  return mails.find(({ kind }) => kind === 'paid')?.texts[0]?.template.subject
}

test('a seller changes an email with a preview, and resets it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/notifications')
  await user.click(await screen.findByRole('button', { name: 'Edit “Payment received”' }))
  const drawer = within(await screen.findByRole('dialog'))
  const original = await readSubject()
  const changeSubject = (value: string) =>
    fireEvent.change(drawer.getByRole('textbox', { name: 'Subject' }), { target: { value } })
  const iframe = await drawer.findByTitle('Preview of the email')
  expect(iframe.getAttribute('sandbox')).toBe('')

  changeSubject('Paid {{nobody}}')
  await user.click(drawer.getByRole('button', { name: 'Save email' }))
  await drawer.findByText('Remove nobody. It is not one of the variables.')
  expect(await readSubject(), 'nothing was saved').toBe(original)

  changeSubject('Paid {{order_number}}')
  await drawer.findByText('Paid #1001')
  await user.click(drawer.getByRole('button', { name: 'Save email' }))
  await screen.findByText('Customized')
  expect(await readSubject()).toBe('Paid {{order_number}}')

  await user.click(await screen.findByRole('button', { name: 'Reset to default' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reset “Payment received” to default?' })
  await user.click(within(dialog).getByRole('button', { name: 'Reset to default' }))
  await screen.findByDisplayValue(original ?? '')
  expect(await readSubject()).toBe(original)
})

test('a seller turns an optional email off', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/notifications')
  await user.click(await screen.findByRole('switch', { name: 'Send “Order shipped”' }))
  await screen.findByText('Email updated')
  const mails: OrderMail[] = (await app.call('owner', orderMailApi.list)).body.data
  expect(mails.filter(({ isEnabled }) => !isEnabled).map(({ kind }) => kind)).toEqual(['shipped'])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { senderRuleApi } from '#contract/desk/sender-rule.ts'
import { addContactMessage } from '../../../server/testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const getPlace = async (id: string) =>
  (await app.call('owner', conversationApi.get, { params: { id } })).body.data.place

test('a sender is blocked and allowed in their conversation', async () => {
  const id = await addContactMessage(app, 'Buy my pills')
  await renderApp(app, `/apps/email/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block sender' }))
  await screen.findByText(/This sender is blocked/)
  expect(await getPlace(id)).toBe('spam')
  await userEvent.click(await screen.findByRole('button', { name: 'Allow sender' }))
  await waitFor(async () => expect(await getPlace(id)).toBe('inbox'))
})

test('a rule is added and deleted in the inbox', async () => {
  await app.inStore(tx => tx`delete from sender_rule`)
  await renderApp(app, '/apps/email/inbox')
  await userEvent.click(await screen.findByRole('button', { name: 'Sender rules' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add rule' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  await enterText(form.getByRole('textbox', { name: 'Email or domain' }), 'spam.example')
  await userEvent.click(form.getByRole('button', { name: 'Add rule' }))
  const rules = within(await screen.findByRole('dialog', { name: 'Sender rules' }))
  await rules.findByText('Blocked')
  await userEvent.click(rules.getByRole('button', { name: 'Delete the rule for spam.example' }))
  await rules.findByText(/No sender rules yet/)
  expect((await app.call('owner', senderRuleApi.list)).body.data).toEqual([])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { addContactMessage } from '../../server/testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.inStore(tx => tx`delete from conversation`))
afterEach(cleanup)

const get = async (id: string): Promise<Conversation> =>
  (await app.call('owner', conversationApi.get, { params: { id } })).body.data
const findNav = () => screen.findByRole('navigation', { name: 'Folders' })

test('folders show their counts and rows what is new, drafted and labeled', async () => {
  const id = await addContactMessage(app, 'Is it blue?')
  await app.call('owner', conversationApi.saveDraft, { params: { id }, body: { text: 'Yes' } })
  const body = { addLabels: ['important', 'Wholesale'] }
  await app.call('owner', conversationApi.update, { params: { id }, body })
  await renderApp(app, '/apps/email/inbox')
  const row = within((await screen.findByText('Is it blue?')).closest('tr') as HTMLElement)
  for (const text of ['New:', 'Draft', 'Important', 'Wholesale', '0 min'])
    expect(row.getByText(text)).toBeTruthy()
  const inbox = within(await findNav()).getByRole('link', { name: /Inbox/ })
  await waitFor(() => expect(inbox.textContent).toBe('Inbox1'))
  expect(inbox.dataset['unseen']).toBe('true')
  await app.call('owner', conversationApi.markSeen, { params: { id } })
  cleanup()
  await renderApp(app, '/apps/email/inbox')
  await screen.findByText('Is it blue?')
  expect(screen.queryByText('New:')).toBeNull()
})

test('a folder is filtered by an own label of the store', async () => {
  const id = await addContactMessage(app, 'Hundred mugs, please')
  await addContactMessage(app, 'Where is it?')
  const body = { addLabels: ['Wholesale'] }
  await app.call('owner', conversationApi.update, { params: { id }, body })
  const { router } = await renderApp(app, '/apps/email/inbox')
  await screen.findByText('Where is it?')
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Label' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Wholesale' }))
  await waitFor(() => expect(screen.queryByText('Where is it?')).toBeNull())
  expect(screen.getByText('Hundred mugs, please')).toBeTruthy()
  expect(router.state.location.search).toContain('label=Wholesale')
})

test.each(['inbox', 'waiting'])(
  'in the folder %s, those who wait longest come first',
  async folder => {
    const ids = [await addContactMessage(app, 'Early'), await addContactMessage(app, 'Late')]
    await app.inStore(
      tx => tx`
      update conversation set waiting_since = now() - interval '2 days', last_message_at = now()
      where id = ${ids[1] ?? ''}`,
    )
    const answered = await addContactMessage(app, 'Answered')
    const body = { text: 'Yes' }
    await app.call('owner', conversationApi.reply, { params: { id: answered }, body })
    await renderApp(app, `/apps/email/${folder}`)
    await screen.findByText('2 days')
    const rows = screen.getAllByText(/^(Early|Late|Yes)$/).map(({ textContent }) => textContent)
    expect(rows).toEqual(folder === 'inbox' ? ['Late', 'Early', 'Yes'] : ['Late', 'Early'])
  },
)

test('all conversations of a folder are restored, and those of other folders stay', async () => {
  const spam = await addContactMessage(app, 'Win a prize')
  const other = await addContactMessage(app, 'Where is it?')
  const body = { place: 'spam' }
  await app.call('owner', conversationApi.update, { params: { id: spam }, body })
  await renderApp(app, '/apps/email/spam')
  await screen.findByText('Win a prize')
  expect(screen.queryByText('Where is it?')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: /all/i }))
  await userEvent.click(await screen.findByRole('button', { name: 'Not spam' }))
  await screen.findByText('No spam')
  expect((await get(spam)).place).toBe('inbox')
  expect((await get(other)).version).toBe(1)
})

test('selected conversations are assigned, labeled and closed', async () => {
  const id = await addContactMessage(app, 'Is it blue?')
  await renderApp(app, '/apps/email/inbox')
  const select = async () => userEvent.click(await screen.findByRole('checkbox', { name: /all/i }))
  await select()
  await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
  await waitFor(async () => expect((await get(id)).assignee?._id).toBe(app.people.owner.personId))
  await select()
  await userEvent.click(await screen.findByRole('button', { name: 'Labels' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [add] = dialog.getAllByRole('combobox')
  await enterText(add as HTMLElement, 'Important')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(dialog.getByRole('button', { name: /Apply/ }))
  await waitFor(async () => expect((await get(id)).labels).toEqual(['important']))
  await select()
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await screen.findByText('No conversations yet')
  expect((await get(id)).status).toBe('closed')
})

test('keys move between conversations, answer, close and reopen, but not while typing', async () => {
  const early = await addContactMessage(app, 'Early')
  const late = await addContactMessage(app, 'Late')
  const { router } = await renderApp(app, '/apps/email/inbox')
  await screen.findByText('Late')
  const isAt = (id: string) =>
    waitFor(() => expect(router.state.location.pathname).toBe(`/apps/email/view/${id}`))
  await userEvent.keyboard('j{Enter}')
  await isAt(early)
  // The list stays until the conversation is loaded.
  await screen.findByRole('textbox', { name: 'Reply' })
  await userEvent.keyboard('j')
  await isAt(late)
  await screen.findByText('Late')
  await userEvent.keyboard('k')
  await isAt(early)
  await screen.findByText('Early')
  await userEvent.keyboard('j')
  await isAt(late)
  await screen.findByText('Late')
  await userEvent.keyboard('e')
  await screen.findByText('Closed')
  expect((await get(late)).status).toBe('closed')
  await userEvent.keyboard('r')
  const box = screen.getByRole('textbox', { name: 'Reply' })
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('jeh')
  expect(box).toHaveProperty('value', 'jeh')
  expect((await get(late)).status).toBe('closed')
  await isAt(late)
})

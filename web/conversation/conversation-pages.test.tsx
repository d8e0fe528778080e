import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
const getTexts = async (id: string) => (await get(id)).messages.map(({ text }) => text)
const open = (id: string) => renderApp(app, `/apps/email/view/${id}`)
const getBox = () => screen.findByRole('textbox', { name: 'Reply' })
const isUnseen = async (id: string) =>
  (await app.call('owner', conversationApi.list)).body.data.find(
    (row: { _id: string }) => row._id === id,
  ).isUnseen

test('a reply is sent, closes the conversation and is unsent into the box', async () => {
  const id = await addContactMessage(app, 'Is it blue?')
  await open(id)
  await screen.findByText('Is it blue?')
  await waitFor(async () => expect(await isUnseen(id)).toBe(false))
  await enterText(await getBox(), 'It is red.')
  await userEvent.click(screen.getByRole('button', { name: 'Send and close' }))
  await screen.findByText('It is red.', { selector: 'p' })
  expect(await get(id)).toMatchObject({ status: 'closed', draft: '' })
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(async () => expect(await getTexts(id)).toEqual(['Is it blue?']))
  await waitFor(async () => expect(await getBox()).toHaveProperty('value', 'It is red.'))
  expect(document.activeElement).toBe(await getBox())
})

test('a reply that missed a newer message stays in the box', async () => {
  const id = await addContactMessage(app, 'First question')
  await open(id)
  await enterText(await getBox(), 'An answer')
  await app.inStore(
    tx => tx`
      insert into message (conversation_id, direction, status, author_id, text)
      values (${id}, 'out', 'sent', ${app.people.nobody.personId}, 'Answer of a colleague')`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Test nobody replied while you were writing.', { exact: false })
  await screen.findByText('Answer of a colleague')
  expect(await getBox()).toHaveProperty('value', 'An answer')
  expect(await getTexts(id)).not.toContain('An answer')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await getTexts(id)).toContain('An answer'))
  expect(screen.queryByText(/while you were writing/)).toBeNull()
})

test('the draft is saved while typing and when the page closes', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  await open(id)
  await enterText(await getBox(), 'On its')
  await screen.findByText('Draft saved')
  expect((await get(id)).draft).toBe('On its')
  await enterText(await getBox(), ' way')
  cleanup()
  await waitFor(async () => expect((await get(id)).draft).toBe('On its way'))
  await open(id)
  expect(await getBox()).toHaveProperty('value', 'On its way')
})

test('a draft that could not be saved is saved later', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  await open(id)
  const box = await getBox()
  const send = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('/draft/') ? Promise.reject(new TypeError('Offline')) : send(url, init),
  )
  await enterText(box, 'On its way')
  await screen.findByText('Draft not saved')
  expect((await get(id)).draft).toBe('')
  vi.stubGlobal('fetch', send)
  await waitFor(async () => expect((await get(id)).draft).toBe('On its way'))
})

test('a typed note asks before it is lost', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  const { router } = await open(id)
  await userEvent.click(await screen.findByRole('radio', { name: 'Internal note' }))
  await enterText(screen.getByRole('textbox', { name: 'Internal note' }), 'Lost parcel')
  void router.navigate('/apps/email/inbox')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveProperty(
    'value',
    'Lost parcel',
  )
})

test('a note is added and is no reply', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  await open(id)
  await enterText(await getBox(), 'Kept')
  await userEvent.click(screen.getByRole('radio', { name: 'Internal note' }))
  await enterText(screen.getByRole('textbox', { name: 'Internal note' }), 'Lost parcel')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('Lost parcel', { selector: 'p' })
  expect((await get(id)).messages.at(-1)).toMatchObject({ direction: 'note', text: 'Lost parcel' })
  await userEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  expect(await getBox()).toHaveProperty('value', 'Kept')
})

test('quoted text is folded and automatic messages are closed', async () => {
  const id = await addContactMessage(app, 'Hello')
  const [text, automatic] = ['Thanks.\n\n> Your order was sent.', 'I am on holiday']
  await app.inStore(async tx => {
    await tx`
      insert into message (conversation_id, direction, status, text, quote_start)
      values (${id}, 'in', 'received', ${text}, 8)`
    await tx`
      insert into message (conversation_id, direction, status, origin, text)
      values (${id}, 'in', 'received', 'automatic', ${automatic})`
  })
  await open(id)
  await screen.findByText('Thanks.')
  expect(screen.queryByText(/Your order was sent/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier text' }))
  expect(screen.getByText(/Your order was sent/)).toBeTruthy()
  expect(screen.queryByText(automatic)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Automatic message' }))
  expect(screen.getByText(automatic)).toBeTruthy()
})

test('a conversation is snoozed, assigned, labeled, moved to the trash and deleted', async () => {
  const id = await addContactMessage(app, 'Next week')
  await open(id)
  await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  await screen.findByText(/Snoozed until/)
  expect((await get(id)).status).toBe('snoozed')
  await enterText(screen.getByRole('combobox', { name: 'Labels' }), 'Important')
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect((await get(id)).labels).toEqual(['important']))
  await userEvent.click(screen.getByRole('combobox', { name: 'Assignee' }))
  const [person] = await screen.findAllByRole('option', { name: /owner/i })
  await userEvent.click(person as HTMLElement)
  await waitFor(async () => expect((await get(id)).assignee).not.toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete conversation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this conversation?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete conversation' }))
  await screen.findByRole('heading', { name: 'Inbox' })
  const gone = await app.call('owner', conversationApi.get, { params: { id } })
  expect(gone.status).toBe(404)
})

test('a reply whose response was lost is sent once, also after the page shows it', async () => {
  const id = await addContactMessage(app, 'Is it blue?')
  await open(id)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await send(url, init)
    return url.includes('/reply/') ? new Response('', { status: 500 }) : response
  })
  await enterText(await getBox(), 'It is red.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await getTexts(id)).toContain('It is red.'))
  await screen.findByText('Draft saved')
  vi.stubGlobal('fetch', send)
  await userEvent.click(screen.getByRole('radio', { name: 'Internal note' }))
  await enterText(screen.getByRole('textbox', { name: 'Internal note' }), 'Sent?')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('It is red.', { selector: 'p' })
  await userEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await getBox()).toHaveProperty('value', ''))
  expect(await getTexts(id)).toEqual(['Is it blue?', 'It is red.', 'Sent?'])
  await waitFor(async () => expect((await get(id)).draft).toBe(''))
})

test('a reply whose draft could not be saved asks before it is lost', async () => {
  const id = await addContactMessage(app, 'Where is it?')
  const { router } = await open(id)
  const send = globalThis.fetch
  const saves: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/draft/')) return send(url, init)
    saves.push(url)
    return Promise.resolve(new Response('', { status: 429 }))
  })
  await enterText(await getBox(), 'On its way')
  await screen.findByText('Draft not saved')
  void router.navigate('/apps/email/inbox')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(await getBox()).toHaveProperty('value', 'On its way')
  await waitFor(() => expect(saves.length).toBeGreaterThan(1))
  vi.stubGlobal('fetch', send)
  await waitFor(async () => expect((await get(id)).draft).toBe('On its way'))
})

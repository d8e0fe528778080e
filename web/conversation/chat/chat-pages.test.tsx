import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Chat, type ChatRow, chatApi } from '#contract/desk/chat.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { makePerson, startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { getNotificationLink } from '../../notification/notification-link.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.inStore(tx => tx`delete from conversation`))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const openTeam = async (): Promise<Chat> =>
  (await app.call('owner', chatApi.openTeam, { body: {} })).body.data
const listChats = async (): Promise<ChatRow[]> =>
  (await app.call('owner', chatApi.list)).body.data.chats
const getTexts = async (id: string): Promise<string[]> => {
  const { body } = await app.call('owner', chatApi.get, { params: { id } })
  return body.data.messages.map(({ text }: { text: string }) => text)
}
/** Adds a message of a colleague. */
const addMessage = (id: string, text: string) =>
  app.inStore(
    tx => tx`
      insert into message (conversation_id, direction, status, author_id, text)
      values (${id}, 'out', 'sent', ${app.people.nobody.personId}, ${text})`,
  )
const getField = () => screen.findByRole('textbox', { name: 'Message' })

test('the team chats: Enter sends, Shift and Enter start a line', async () => {
  await renderApp(app, '/apps/chat')
  await screen.findByText('No chats yet')
  await userEvent.click(screen.getByRole('button', { name: 'Chat with your team' }))
  await userEvent.type(await getField(), 'First line{Shift>}{Enter}{/Shift}Second line{Enter}')
  await screen.findByText(/First line/, { selector: 'p' })
  const [chat] = await listChats()
  await waitFor(async () =>
    expect(await getTexts(chat?._id ?? '')).toEqual(['First line\nSecond line']),
  )
  expect(await getField()).toHaveProperty('value', '')
})

test('opening a chat resets the number of its unseen messages', async () => {
  const { _id: id } = await openTeam()
  await addMessage(id, 'The mugs are here')
  await renderApp(app, '/apps/chat')
  const list = await screen.findByRole('navigation', { name: 'Chats' })
  await screen.findByRole('link', { name: /^Chat ?New: 1$/ })
  await within(list).findByText('1 new message')
  await userEvent.click(within(list).getByRole('link'))
  await screen.findByText('The mugs are here', { selector: 'p' })
  await waitFor(() => expect(screen.queryByText('1 new message')).toBeNull())
  await screen.findByRole('link', { name: 'Chat' })
  expect((await listChats())[0]).toMatchObject({ unseenCount: 0 })
})

test('a message that fails stays and is sent once', async () => {
  const { _id: id } = await openTeam()
  await renderApp(app, `/apps/chat/${id}`)
  await getField()
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const isSending = String(args[0]).includes('/send/')
    const response = await send(...args)
    if (!isSending) return response
    // The server has stored the message, but its response is lost.
    vi.stubGlobal('fetch', send)
    throw new TypeError('Failed to fetch')
  })
  await enterText(await getField(), 'Sent or not?')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Not sent')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
  expect(await getTexts(id)).toEqual(['Sent or not?'])
})

test('a chat with a shopper shows text only, and its details', async () => {
  const text = '<img src=x onerror=alert(1)> https://example.com/a, and javascript:alert(1)'
  const id = await app.inStore(async tx => {
    const [chat] = await tx<{ id: string }[]>`
      insert into conversation (channel, name, email) values ('chat', 'Ann', 'ann@shopper.example')
      returning id`
    await tx`
      insert into message (conversation_id, direction, status, text)
      values (${chat?.id ?? ''}, 'in', 'received', ${text})`
    return chat?.id ?? ''
  })
  await renderApp(app, `/apps/chat/${id}`)
  const log = await screen.findByRole('log')
  const link = await within(log).findByRole('link')
  expect(link.getAttribute('href')).toBe('https://example.com/a')
  expect(link.getAttribute('rel')).toContain('nofollow')
  expect(log.querySelector('img')).toBeNull()
  expect(log.textContent).toContain(text)
  await screen.findByText('ann@shopper.example')
  expect(screen.getByRole('link', { name: 'Open in inbox' })).toBeDefined()
})

test('an email in a chat shows its files, and not the text that it quotes', async () => {
  const text = 'Yes, please.\n\nOn Monday you wrote:\n> Is it blue?'
  const id = await app.inStore(async tx => {
    const [chat] = await tx<{ id: string }[]>`
      insert into conversation (channel, name, email) values ('chat', 'Ann', 'ann@shopper.example')
      returning id`
    const [message] = await tx<{ id: string }[]>`
      insert into message (conversation_id, direction, status, text, quote_start)
      values (${chat?.id ?? ''}, 'in', 'received', ${text}, 14) returning id`
    await tx`
      insert into message_file (message_id, position, name, content_type, bytes, is_inline, file_key)
      values (${message?.id ?? ''}, 0, 'mug.png', 'image/png', 10, false, 'x')`
    return chat?.id ?? ''
  })
  await renderApp(app, `/apps/chat/${id}`)
  const log = within(await screen.findByRole('log'))
  await log.findByText('Yes, please.')
  await log.findByText('mug.png')
  expect(log.queryByText(/On Monday/)).toBeNull()
})

test('a message to the team mentions a colleague', async () => {
  const { _id: id } = await openTeam()
  const colleague = await makePerson(app.app, app.sql, 'mentioned', {
    storeId: app.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  await app.sql`update person set full_name = 'Ann Lee' where id = ${colleague.personId}`
  await renderApp(app, `/apps/chat/${id}`)
  await enterText(await getField(), 'For @le')
  const offered = { name: 'Mention a staff member', hidden: true }
  await within(await screen.findByRole('listbox', offered)).findByText('Ann Lee')
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await getField()).toHaveProperty('value', 'For @Ann Lee '))
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await getTexts(id)).toEqual(['For @Ann Lee']))
  const [newest] = (await app.call(colleague, notificationApi.list)).body.data
  expect(newest).toMatchObject({ kind: 'conversation_mentioned', subjectId: id })
  expect(getNotificationLink(newest)).toBe(`/apps/chat/${id}`)
})

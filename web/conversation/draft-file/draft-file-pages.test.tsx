import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
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

const get = async (id: string): Promise<Conversation> =>
  (await app.call('owner', conversationApi.get, { params: { id } })).body.data

/** Attaches files to the draft of the owner, because jsdom cannot send any. */
const attach = (id: string, names: string[]) =>
  app.inStore(
    tx => tx`
      with draft as (
        insert into message (conversation_id, direction, status, author_id)
        values (${id}, 'out', 'draft', ${app.people.owner.personId}) returning id)
      insert into message_file (message_id, position, name, content_type, bytes, file_key)
      select draft.id, position, name, 'text/plain', 4, 'x' || position
      from draft, unnest(${names}::text[]) with ordinality file (name, position)`,
  )

test('the files of a draft are shown, removed and sent with the reply', async () => {
  const id = await addContactMessage(app, 'Where is my invoice?')
  await attach(id, ['first.txt', 'second.txt'])
  await renderApp(app, `/apps/email/view/${id}`)
  await screen.findByRole('button', { name: 'Attach files' })
  const files = within(await screen.findByRole('list', { name: 'Attached files' }))
  await files.findByText('first.txt')
  await userEvent.click(files.getByRole('button', { name: 'Remove second.txt' }))
  await waitFor(() => expect(screen.queryByText('second.txt')).toBeNull())
  await enterText(screen.getByRole('textbox', { name: 'Reply' }), 'Here it is.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByRole('button', { name: 'Download first.txt' })
  expect((await get(id)).messages[1]?.files).toMatchObject([{ name: 'first.txt' }])
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
})

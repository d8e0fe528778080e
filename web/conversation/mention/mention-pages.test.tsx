import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notificationApi } from '#contract/staff/notification.ts'
import { addContactMessage } from '../../../server/testing/subject/contact-message-testing.ts'
import {
  makePerson,
  startTestApp,
  type TestApp,
  type Tester,
} from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'
import { findMentionQuery, findMentions, matchPeople } from './find-mentions.ts'

let app: TestApp
let colleague: Tester
beforeAll(async () => {
  app = await startTestApp()
  colleague = await makePerson(app.app, app.sql, 'colleague', {
    storeId: app.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  await app.sql`update person set full_name = 'Ann Lee' where id = ${colleague.personId}`
})
afterAll(() => app.close())
afterEach(cleanup)

test('a staff member is chosen after an @ with the keyboard, and is notified', async () => {
  const id = await addContactMessage(app, 'Is it blue?')
  await renderApp(app, `/apps/email/view/${id}`)
  await userEvent.click(await screen.findByRole('radio', { name: 'Internal note' }))
  const box = await screen.findByRole('textbox', { name: 'Internal note' })
  await enterText(box, 'For @le')
  const offered = { name: 'Mention a staff member', hidden: true }
  const list = within(await screen.findByRole('listbox', offered))
  await list.findByText('Ann Lee')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(box).toHaveProperty('value', 'For @Ann Lee '))
  expect(list.queryByText('Ann Lee')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText(/^For @Ann Lee/, { selector: 'p' })
  const [newest] = (await app.call(colleague, notificationApi.list)).body.data
  expect(newest).toMatchObject({ kind: 'conversation_mentioned', subjectId: id })
})

test('people are mentioned by their whole name only', () => {
  const ann = { _id: 'ann', name: 'Ann' }
  const annLee = { _id: 'annLee', name: 'Ann Lee' }
  const people = [ann, annLee, { _id: 'nameless', name: '' }]
  expect(findMentions('@Ann Lee, please', people)).toEqual(['annLee'])
  expect(findMentions('@Ann Lee and @Ann.', people)).toEqual(['annLee', 'ann'])
  expect(findMentions('bob@Ann.example, @Anna, @', people)).toEqual([])
  expect(matchPeople(people, 'le')).toEqual([annLee])
  expect(['Hi @', 'Hi @Ann L', 'Hi @Ann Lee too', 'bob@ann'].map(findMentionQuery)).toEqual([
    '',
    'Ann L',
    undefined,
    undefined,
  ])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Task, taskApi } from '#contract/desk/task.ts'
import { taskRuleApi } from '#contract/desk/task-rule.ts'
import { insertRow } from '../../server/lib/db/db.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { toLocalDay } from '../lib/time-zone.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.inStore(tx => tx`delete from task`))
afterEach(cleanup)

const create = (body: object) => app.call('owner', taskApi.create, { body })
const list = async (view: string): Promise<Task[]> =>
  (await app.call('owner', taskApi.list, { query: { view } })).body.data

test('a task is captured in my day, edited in the drawer and completed', async () => {
  await renderApp(app, '/apps/todo/my-day')
  await screen.findByText('Nothing is due today')
  const field = screen.getByRole('textbox', { name: 'Add a task and press Enter' })
  await enterText(field, 'Call Anna')
  await userEvent.keyboard('{Enter}')
  const link = await screen.findByRole('link', { name: 'Call Anna' })
  expect(await list('my-day')).toMatchObject([
    { title: 'Call Anna', assigneeId: app.people.owner.personId },
  ])
  await userEvent.click(link)
  const drawer = await screen.findByRole('dialog')
  const title = within(drawer).getByRole('textbox', { name: 'Title' })
  await enterText(title, ' again')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save task' }))
  await screen.findByRole('link', { name: 'Call Anna again' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Complete “Call Anna again”' }))
  await screen.findByText('Nothing is due today')
  expect(await list('completed')).toMatchObject([{ title: 'Call Anna again' }])
})

test('J and K move between tasks, Space completes and Enter opens', async () => {
  for (const title of ['First', 'Second']) await create({ title, dueDate: '2026-01-01' })
  await renderApp(app, '/apps/todo/open')
  await screen.findByRole('link', { name: 'First' })
  await userEvent.keyboard('j')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Second')
  await userEvent.keyboard('k ')
  await waitFor(async () => expect(await list('completed')).toMatchObject([{ title: 'First' }]))
  expect(document.activeElement?.textContent).toBe('Second')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Edit task' })
})

test('deleted tasks can be restored', async () => {
  const { _id } = (await create({ title: 'Call Anna' })).body.data
  await app.call('owner', taskApi.delete, { params: { id: _id } })
  await renderApp(app, '/apps/todo/deleted')
  await userEvent.click(await screen.findByRole('button', { name: 'Restore “Call Anna”' }))
  await screen.findByText(/No deleted tasks/)
  expect(await list('open')).toHaveLength(1)
})

test('Q captures a task on any page, and shows what it has understood', async () => {
  await app.inStore(tx => tx`update store set timezone = 'UTC'`)
  await renderApp(app, '/apps/coming-soon')
  await screen.findByRole('button', { name: /^Search/ })
  await userEvent.keyboard('q')
  const dialog = await screen.findByRole('dialog', { name: 'Add task' })
  await enterText(
    within(dialog).getByRole('textbox', { name: 'Add a task and press Enter' }),
    'Call Anna #phone ! tomorrow 10',
  )
  expect(within(dialog).getByRole('status').textContent).toMatch(
    /^Tomorrow 10:00\sAM · Important · #phone$/,
  )
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await list('open')).toMatchObject([
    {
      title: 'Call Anna',
      tags: ['phone'],
      isImportant: true,
      dueDate: toLocalDay(Date.now() + 86_400_000, 'UTC'),
      dueTime: '10:00',
    },
  ])
})

test('the page of a record shows its open tasks, and adds and completes them', async () => {
  const productId = await app.inStore(tx =>
    insertRow(tx, 'product', { title: 'Cup', slug: 'cup-of-tasks' }),
  )
  await create({ title: 'Photograph the cup', productId })
  await create({ title: 'Other task' })
  await renderApp(app, `/apps/product/update/${productId}`)
  const card = await screen.findByRole('region', { name: 'Tasks' })
  await within(card).findByRole('link', { name: 'Photograph the cup' })
  expect(within(card).queryByText('Other task')).toBeNull()
  await enterText(
    within(card).getByRole('textbox', { name: 'Add a task and press Enter' }),
    'Weigh the cup',
  )
  await userEvent.keyboard('{Enter}')
  await within(card).findByRole('link', { name: 'Weigh the cup' })
  await userEvent.click(
    within(card).getByRole('checkbox', { name: 'Complete “Photograph the cup”' }),
  )
  await waitFor(() => expect(within(card).queryByText('Photograph the cup')).toBeNull())
  expect(await list('open')).toMatchObject([{ title: 'Other task' }, { productId }])
})

test('the page of a record shows open conversations about it with their waiting time', async () => {
  const productId = await app.inStore(async tx => {
    const id = await insertRow(tx, 'product', { title: 'Bowl', slug: 'bowl-of-questions' })
    await tx`
      insert into conversation (channel, subject, name, email, product_id, waiting_since) values
        ('email', 'How large is the bowl?', 'Anna', 'anna@shop.example', ${id}, now() - interval '3 hours'),
        ('email', 'Thanks', 'Bo', 'bo@shop.example', ${id}, null)`
    await tx`update conversation set status = 'closed' where subject = 'Thanks'`
    return id
  })
  await renderApp(app, `/apps/product/update/${productId}`)
  const card = await screen.findByRole('region', { name: 'Open conversations' })
  const link = within(card).getByRole('link', { name: /How large is the bowl/ })
  expect(link.textContent).toMatch(/Anna.*Waiting for 3 hr/)
  expect(link.getAttribute('href')).toMatch(/^\/apps\/email\/view\//)
  expect(within(card).getAllByRole('link')).toHaveLength(1)
})

test('rules are switched on with a person who gets their tasks', async () => {
  await renderApp(app, '/apps/todo/my-day')
  await userEvent.click(await screen.findByRole('button', { name: 'Automatic tasks' }))
  const drawer = await screen.findByRole('dialog', { name: 'Automatic tasks' })
  const toggle = within(drawer).getByRole('switch', { name: /^Stock is low/ })
  expect(within(drawer).queryByLabelText('Assigned to')).toBeNull()
  await userEvent.click(toggle)
  await within(drawer).findByLabelText('Assigned to')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save rules' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await app.call('owner', taskRuleApi.list)).body.data).toContainEqual({
    rule: 'stock_low',
    isOn: true,
    assigneeId: null,
  })
})

test('a task of a rule says why it exists, and leads to its conversation', async () => {
  const id = await app.inStore(tx =>
    insertRow(tx, 'conversation', { channel: 'email', subject: 'Hi', name: 'Anna' }),
  )
  await app.inStore(
    tx => tx`
      insert into task (title, source, source_id) values ('Reply to a message', 'conversation_waiting', ${id})`,
  )
  await renderApp(app, '/apps/todo/open')
  const link = await screen.findByRole('link', { name: 'Anna' })
  expect(link.getAttribute('href')).toBe(`/apps/email/view/${id}`)
  screen.getByText('Customer is waiting')
})

test('selected tasks are completed at once', async () => {
  for (const title of ['First', 'Second', 'Third']) await create({ title })
  await renderApp(app, '/apps/todo/open')
  for (const title of ['First', 'Third'])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select “${title}”` }))
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await waitFor(async () => expect(await list('open')).toMatchObject([{ title: 'Second' }]))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

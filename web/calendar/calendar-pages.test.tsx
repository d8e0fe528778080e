import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CalendarItem, calendarApi } from '#contract/desk/calendar-event.ts'
import { calendarFeedApi } from '#contract/desk/calendar-feed.ts'
import { taskApi } from '#contract/desk/task.ts'
import { insertRow } from '../../server/lib/db/db.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.inStore(tx => tx`update store set timezone = 'Europe/Berlin'`)
})
afterAll(() => app.close())
beforeEach(() => app.inStore(tx => tx`delete from calendar_event`))
afterEach(cleanup)

const march = '/apps/calendar?view=month&day=2026-03-10'
const create = async (body: object) =>
  (await app.call('owner', calendarApi.create, { body })).body.data
const listEvents = async (): Promise<CalendarItem[]> =>
  (
    await app.call('owner', calendarApi.list, {
      query: { from: '2026-03-01', to: '2026-04-05', kinds: 'event' },
    })
  ).body.data.items

test('a click on a day adds an event, which opens in the drawer', async () => {
  await renderApp(app, march)
  await screen.findByRole('heading', { name: 'March 2026' })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add event on Thursday, March 12, 2026' }),
  )
  const drawer = within(await screen.findByRole('dialog', { name: 'Add event' }))
  await enterText(drawer.getByRole('textbox', { name: 'Title' }), 'Trade fair')
  await userEvent.click(drawer.getByRole('button', { name: 'Add event' }))
  const link = await screen.findByRole('link', {
    name: 'Trade fair · Thursday, March 12, 2026 · Business',
  })
  expect(await listEvents()).toMatchObject([
    { title: 'Trade fair', start: '2026-03-12', end: '2026-03-12', isAllDay: true },
  ])
  await userEvent.click(link)
  await screen.findByRole('dialog', { name: 'Edit event' })
})

test('a change of one event leaves the others of its series', async () => {
  await create({ title: 'Stocktake', start: '2026-03-02T10:00', repeat: 'FREQ=WEEKLY' })
  await renderApp(app, march)
  await userEvent.click(await screen.findByRole('link', { name: /Stocktake · Monday, March 9/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit event' }))
  const title = drawer.getByRole('textbox', { name: 'Title' })
  await userEvent.clear(title)
  await enterText(title, 'Count')
  await userEvent.click(drawer.getByRole('button', { name: 'Save event' }))
  await screen.findByRole('link', { name: /Count · Monday, March 9/ })
  expect((await listEvents()).map(({ title: name, start }) => `${name} ${start}`)).toEqual([
    'Stocktake 2026-03-02T10:00',
    'Count 2026-03-09T10:00',
    'Stocktake 2026-03-16T10:00',
    'Stocktake 2026-03-23T10:00',
    'Stocktake 2026-03-30T10:00',
  ])
})

test('the following events are deleted after a confirmation', async () => {
  await create({ title: 'Stocktake', start: '2026-03-02T10:00', repeat: 'FREQ=WEEKLY' })
  await renderApp(app, march)
  await userEvent.click(await screen.findByRole('link', { name: /Stocktake · Monday, March 16/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit event' }))
  await userEvent.click(drawer.getByRole('combobox', { name: 'Apply changes to' }))
  await userEvent.click(await screen.findByRole('option', { name: 'This and following events' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Delete event' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Stocktake”?' }))
  question.getByText(/This and the following events are deleted/)
  await userEvent.click(question.getByRole('button', { name: 'Delete event' }))
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: /Stocktake · Monday, March 16/ })).toBeNull(),
  )
  expect(await listEvents()).toHaveLength(2)
})

test('keys change the view and the period, and switches hide what is not wanted', async () => {
  await create({ title: 'Fair', start: '2026-03-10', category: 'family' })
  await app.call('owner', taskApi.create, { body: { title: 'Pack', dueDate: '2026-03-11' } })
  await renderApp(app, march)
  await screen.findByRole('link', { name: /Fair/ })
  await screen.findByRole('link', { name: /Pack/ })
  await userEvent.keyboard('a')
  await screen.findByRole('heading', { name: /Mar 10, 2026/ })
  await userEvent.click(screen.getByRole('switch', { name: 'Tasks' }))
  expect(screen.queryByRole('link', { name: /Pack/ })).toBeNull()
  await userEvent.keyboard('w')
  await screen.findByRole('link', { name: /Fair/ })
  await userEvent.keyboard('j')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Fair/ })).toBeNull())
})

test('an event that is dropped outside of the calendar is not dropped into it later', async () => {
  await create({ title: 'Fair', start: '2026-03-10' })
  await renderApp(app, march)
  const link = await screen.findByRole('link', { name: /Fair/ })
  const day = screen.getByRole('button', { name: 'Add event on Thursday, March 12, 2026' })
  fireEvent.dragStart(link, { dataTransfer: { setData: () => {} } })
  // An event that is not canceled forbids the drop.
  expect(fireEvent.dragOver(day)).toBe(false)
  fireEvent.dragEnd(link)
  expect(fireEvent.dragOver(day)).toBe(true)
})

test('a person creates a secret link for calendar apps, and deletes it', async () => {
  await renderApp(app, march)
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to calendar' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Create link' }))
  const link = await dialog.findByRole('link', { name: 'Open in calendar app' })
  const path = link.getAttribute('href')?.replace(/^webcal:..[^/]+/, '') ?? ''
  expect((await app.app.inject(path)).statusCode).toBe(200)
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete link' }))
  const confirmation = within(await screen.findByRole('dialog', { name: 'Delete the link?' }))
  await userEvent.click(confirmation.getByRole('button', { name: 'Delete link' }))
  await screen.findByRole('button', { name: 'Create link' })
  expect((await app.call('owner', calendarFeedApi.getFeed, {})).body.data).toBeNull()
})

test('an event is linked to a product that a search finds', async () => {
  const product = await app.inStore(tx =>
    insertRow(tx, 'product', { title: 'Ember bowl', slug: 'ember-bowl', status: 'active' }),
  )
  await app.runJobs()
  await renderApp(app, `${march}&edit=new&on=2026-03-12`)
  const drawer = within(await screen.findByRole('dialog', { name: 'Add event' }))
  await enterText(drawer.getByRole('textbox', { name: 'Title' }), 'Photos')
  await enterText(drawer.getByRole('textbox', { name: 'About' }), 'ember')
  await userEvent.click(await screen.findByRole('option', { name: /Ember bowl/ }))
  await userEvent.click(drawer.getByRole('button', { name: 'Add event' }))
  await screen.findByRole('link', { name: /Photos · Thursday, March 12/ })
  const [event] = await listEvents()
  const read = await app.call('owner', calendarApi.get, { params: { id: event?.recordId ?? '' } })
  expect(read.body.data).toMatchObject({ productId: product, recordName: 'Ember bowl' })
  cleanup()
  await renderApp(app, `${march}&edit=${event?.recordId}&on=2026-03-12`)
  const edit = within(await screen.findByRole('dialog', { name: 'Edit event' }))
  expect(edit.getByRole('link', { name: 'Ember bowl' })).toBeTruthy()
  await userEvent.click(edit.getByRole('button', { name: 'Remove link' }))
  await userEvent.click(edit.getByRole('button', { name: 'Save event' }))
  await waitFor(async () =>
    expect(
      (await app.call('owner', calendarApi.get, { params: { id: event?.recordId ?? '' } })).body
        .data.productId,
    ).toBeNull(),
  )
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import {
  type ThemeDraft,
  type ThemeVersionRow,
  themeDraftApi,
} from '#contract/theme/theme-draft.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
let theme: Theme
const faq = createSection('faq', 'faq-1')
const banner = createSection('promoBanner', 'banner-1')

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  theme = (await t.call('owner', themeApi.list)).body.data.find(({ active }: Theme) => active)
  await saveHome([faq])
})
afterEach(async () => {
  cleanup()
  // The test of a failed save can end before it has returned the table.
  await t.sql`alter table if exists hidden_draft rename to theme_draft`
})

const params = () => ({ params: { id: theme._id } })
const getDraft = async (): Promise<ThemeDraft> =>
  (await t.call('owner', themeDraftApi.getDraft, params())).body.data
const listVersions = async (): Promise<ThemeVersionRow[]> =>
  (await t.call('owner', themeDraftApi.listVersions, params())).body.data
async function saveHome(home: Section[]) {
  const { version, templates } = await getDraft()
  const body = { version, templates: { ...templates, home } }
  await t.call('owner', themeDraftApi.saveDraft, { ...params(), body })
}
async function publish(note?: string) {
  const body = { version: (await getDraft()).version, ...(note && { note }) }
  await t.call('owner', themeDraftApi.publish, { ...params(), body })
}
const getHeading = async () => (await getDraft()).templates.home[0]?.settings['heading']
const getHomeTypes = async () => (await getDraft()).templates.home.map(({ type }) => type)
const openEditor = (search = '') => renderApp(t, `/apps/themes/customise/${theme._id}${search}`)
const findDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }))
const selectFaq = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^FAQ/ }))
  return screen.findByLabelText<HTMLInputElement>('Heading')
}

test('lists the published versions, compares one with the draft, and restores it', async () => {
  await publish('First')
  await saveHome([faq, banner])
  await publish('With a banner')
  const user = userEvent.setup()
  await openEditor('?dialog=history')
  const drawer = await findDialog('Version history')
  expect((await drawer.findAllByText(/^Version \d$/)).map(item => item.textContent)).toEqual([
    'Version 2',
    'Version 1',
  ])
  expect(drawer.getAllByText('Published')).toHaveLength(1)
  const first = within(drawer.getByText('First').closest('li') as HTMLElement)
  await user.click(first.getByRole('button', { name: 'Compare' }))
  await first.findByText('Home page: “Promotion banner” added')
  await user.click(first.getByRole('button', { name: 'Restore version 1' }))
  await screen.findByText('Version restored')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await getHomeTypes()).toEqual(['faq'])
  expect((await listVersions()).find(({ isCurrent }) => isCurrent)?.note).toBe('First')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await getHomeTypes()).toEqual(['faq', 'promoBanner']))
})

test('previews a version without changing the draft', async () => {
  await publish()
  await saveHome([banner])
  const user = userEvent.setup()
  await openEditor('?dialog=history')
  const drawer = await findDialog('Version history')
  await user.click(await drawer.findByRole('button', { name: 'Preview' }))
  await screen.findByText(/^You see version 1, published/)
  await user.click(screen.getByRole('button', { name: 'Back to draft' }))
  expect(screen.queryByText(/^You see version/)).toBeNull()
  expect(await getHomeTypes()).toEqual(['promoBanner'])
})

test('schedules a publication, shows it, and cancels it', async () => {
  const user = userEvent.setup()
  await openEditor('?dialog=publish')
  const dialog = await findDialog(/^Publish /)
  await user.click(dialog.getByLabelText('At a time'))
  await user.click(dialog.getByRole('button', { name: 'Schedule publication' }))
  await screen.findByText(/^Publication scheduled for/)
  const { publishAt, publishedVersionId } = await getDraft()
  expect([publishAt?.slice(0, 4).length, publishedVersionId]).toEqual([4, null])
  expect(new Date(publishAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  await user.click(await screen.findByRole('button', { name: 'Scheduled' }))
  const again = await findDialog(/^Publish /)
  again.getByText(/^This draft is scheduled for/)
  await user.click(again.getByRole('button', { name: 'Cancel schedule' }))
  await screen.findByText('Publication canceled')
  await screen.findByRole('button', { name: 'Publish', hidden: true })
  expect((await getDraft()).publishAt).toBeNull()
})

test('does not schedule a time in the past', async () => {
  const user = userEvent.setup()
  await openEditor('?dialog=publish')
  const dialog = await findDialog(/^Publish /)
  await user.click(dialog.getByLabelText('At a time'))
  const time = await dialog.findByRole('textbox', { name: /^Date and time/ })
  await user.clear(time)
  await enterText(time, '01/02/2020, 9:00 AM')
  await user.keyboard('{Enter}')
  await dialog.findByText('Choose a time in the future.')
  const schedule = dialog.getByRole<HTMLButtonElement>('button', { name: 'Schedule publication' })
  expect(schedule.disabled).toBe(true)
  expect((await getDraft()).publishAt).toBeNull()
})

test('shares a link to the draft', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Share preview' }))
  const dialog = await findDialog('Share preview')
  const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: 'Open preview' })
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link.href)
  dialog.getByText(/^The link expires/)
})

test('a save that failed is offered again, and leaving asks first', async () => {
  const user = userEvent.setup()
  const { router } = await openEditor()
  const heading = await selectFaq()
  await t.sql`alter table theme_draft rename to hidden_draft`
  await enterText(heading, 'Help')
  const retry = await screen.findByRole('alert')
  expect(retry.textContent).toBe('Couldn’t save. Try again')
  await user.click(screen.getByRole('link', { name: /^Back to/ }))
  const question = await findDialog('Leave without saving?')
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe(`/apps/themes/customise/${theme._id}`)
  await t.sql`alter table hidden_draft rename to theme_draft`
  await user.click(retry)
  await screen.findByText('Saved')
  expect(await getHeading()).toBe('Help')
})

test('leaving right after a change saves it without a question', async () => {
  const user = userEvent.setup()
  const { router } = await openEditor()
  await enterText(await selectFaq(), 'Help')
  await user.click(screen.getByRole('link', { name: /^Back to/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/themes'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(await getHeading()).toBe('Help'))
})

test('shortcuts undo, redo and save, also from an input', async () => {
  const user = userEvent.setup()
  await openEditor()
  const heading = await selectFaq()
  await enterText(heading, 'Help')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(async () => expect(await getHeading()).toBe('Help'))
  await user.keyboard('{Control>}z{/Control}')
  expect(heading.value).toBe('')
  await user.keyboard('{Control>}y{/Control}')
  expect(heading.value).toBe('Help')
  await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
  expect(heading.value).toBe('Help')
})

test('keeps the version of this tab after another one saved the same section', async () => {
  const user = userEvent.setup()
  await openEditor()
  const heading = await selectFaq()
  await saveHome([{ ...faq, settings: { ...faq.settings, heading: 'Theirs' } }, banner])
  await enterText(heading, 'Mine')
  const dialog = await findDialog('This draft was changed elsewhere')
  await user.keyboard('{Escape}')
  dialog.getByText('Both changed the same place. You can undo your choice.')
  expect(await getHeading(), 'nothing is saved before the choice').toBe('Theirs')
  await user.click(dialog.getByRole('button', { name: 'Keep my version' }))
  await waitFor(async () => expect(await getHeading()).toBe('Mine'))
  expect(await getHomeTypes()).toEqual(['faq'])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(cleanup)

const listThemes = async (): Promise<Theme[]> => (await t.call('owner', themeApi.list)).body.data

test('activates a theme after confirmation and deactivates the other', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/themes')
  const card = within(
    (await screen.findByRole('heading', { name: 'Nocturne' })).closest('li') ?? document.body,
  )
  expect(card.getByRole('img', { name: 'Your store in the Nocturne theme' })).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Use theme' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Use “Nocturne”?' }))
  await user.click(dialog.getByRole('button', { name: 'Use theme' }))
  expect(await screen.findByText('Theme activated')).toBeDefined()
  await waitFor(() => expect(screen.getAllByText('Active')).toHaveLength(1))
  expect((await listThemes()).filter(theme => theme.active).map(theme => theme.code)).toEqual([
    'nocturne',
  ])
})

const openMenu = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name }))

test('duplicates, renames and deletes a theme', async () => {
  await renderApp(t, '/apps/themes')
  await openMenu('Nocturne')
  await choose('Duplicate')
  await openMenu('Nocturne 2')
  await choose('Rename')
  const rename = within(await screen.findByRole('dialog', { name: 'Rename theme' }))
  const name = rename.getByLabelText(/Name/)
  await userEvent.clear(name)
  await enterText(name, 'Spring')
  await userEvent.click(rename.getByRole('button', { name: 'Rename theme' }))
  await openMenu('Spring')
  await choose('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Spring”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete theme' }))
  expect(await screen.findByText('Theme deleted')).toBeDefined()
  expect((await listThemes()).some(({ isOwn }) => isOwn)).toBe(false)
})

test('imports a theme, and rejects a broken file', async () => {
  const { container } = await renderApp(t, '/apps/themes')
  await screen.findByRole('button', { name: 'Import theme' })
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['{'], 'broken.json', { type: 'application/json' }))
  expect(await screen.findByText(/couldn’t read “broken.json”/)).toBeDefined()
  expect((await listThemes()).some(({ isOwn }) => isOwn)).toBe(false)
  const file = {
    format: 'storewright-theme-1',
    code: 'nocturne',
    name: 'From a file',
    settings: {},
    templates: { home: [{ type: 'script' }] },
  }
  const json = new File([JSON.stringify(file)], 'theme.json', { type: 'application/json' })
  await userEvent.upload(input, json)
  expect(await screen.findByRole('heading', { name: 'From a file' })).toBeDefined()
  expect(await screen.findByText(/1 part of the file/)).toBeDefined()
  const wrong = { ...file, settings: { accent: 'url(x)' } }
  await userEvent.upload(input, new File([JSON.stringify(wrong)], 'wrong.json'))
  expect(await screen.findByText(/import wrong.json. The problem is in/)).toBeDefined()
})

test('without the permission to change themes users can view, preview and export them', async () => {
  const abilities: Ability[] = [{ action: 'read', subject: 'theme' }]
  await t.inStore(
    tx => tx`update membership set abilities = ${tx.json(abilities)}
      where person_id = ${t.people.nobody.personId}`,
  )
  await renderApp(t, '/apps/themes', { user: 'nobody' })
  await openMenu('Nocturne')
  await screen.findByRole('menuitem', { name: 'Preview and share' })
  const items = screen.getAllByRole('menuitem').map(item => item.textContent)
  expect(items).toEqual(['Preview and share', 'Export as JSON'])
  expect(screen.queryByRole('button', { name: /^(Import|Use) theme$/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Customize theme' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getAllByRole('link', { name: 'View theme' })[0]!)
  expect(await screen.findByText('View only')).toBeDefined()
})

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Theme, themeApi } from '#contract/theme.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { renderApp } from '../lib/testing.tsx'

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
  await waitFor(() =>
    expect(
      card.getByRole('img', { name: 'Your store in the Nocturne theme' }).textContent,
    ).toContain('Store of owner'),
  )
  await user.click(card.getByRole('button', { name: 'Use theme' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Use “Nocturne”?' }))
  await user.click(dialog.getByRole('button', { name: 'Use theme' }))
  expect(await screen.findByText('Theme activated')).toBeDefined()
  await waitFor(() => expect(screen.getAllByText('Active')).toHaveLength(1))
  expect((await listThemes()).filter(theme => theme.active).map(theme => theme.code)).toEqual([
    'nocturne',
  ])
})

test('previews settings before they are saved and warns about unreadable colors', async () => {
  const user = userEvent.setup()
  const harbour = (await listThemes()).find(theme => theme.code === 'harbour')
  await renderApp(t, `/apps/themes/customise/${harbour?._id}`)
  const color = await screen.findByLabelText('Button text')
  expect(screen.getByText('All text is easy to read.')).toBeDefined()
  expect(screen.getByText('Not in use')).toBeDefined()
  fireEvent.change(color, { target: { value: '#2060c0' } })
  expect(await screen.findByText(/“Button text” on “Buttons” is hard to read/)).toBeDefined()
  const preview = screen.getByRole('img', { name: 'Your store in the Harbour theme' })
  expect(preview.style.getPropertyValue('--on-accent')).toBe('#2060c0')
  fireEvent.change(color, { target: { value: '#f0f0f0' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Theme updated')).toBeDefined()
  expect((await listThemes()).find(theme => theme.code === 'harbour')?.settings['onAccent']).toBe(
    '#f0f0f0',
  )
})

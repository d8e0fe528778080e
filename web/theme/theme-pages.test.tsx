import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Theme, themeApi } from '#contract/theme.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { renderApp } from '../lib/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const themes = async (): Promise<Theme[]> => (await t.call('owner', themeApi.list)).body.data

test('a theme is chosen, after a question, and stays one alone', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/themes')
  const card = within(
    (await screen.findByRole('heading', { name: 'Nocturne' })).closest('li') ?? document.body,
  )
  await waitFor(() =>
    expect(
      card.getByRole('img', { name: 'Your shop in the theme Nocturne' }).textContent,
    ).toContain('Store of owner'),
  )
  await person.click(card.getByRole('button', { name: 'Use theme' }))
  const question = within(await screen.findByRole('dialog', { name: 'Use Nocturne?' }))
  await person.click(question.getByRole('button', { name: 'Use theme' }))
  expect(await screen.findByText('Theme activated successfully')).toBeDefined()
  await waitFor(() => expect(screen.getAllByText('Active')).toHaveLength(1))
  expect((await themes()).filter(theme => theme.active).map(theme => theme.code)).toEqual([
    'nocturne',
  ])
})

test('settings are seen before they are saved, with a word on what is hard to read', async () => {
  const person = userEvent.setup()
  const harbour = (await themes()).find(theme => theme.code === 'harbour')
  await renderApp(t, `/apps/themes/customise/${harbour?._id}`)
  const colour = await screen.findByLabelText('Text of buttons')
  expect(screen.getByText('All text is easy to read.')).toBeDefined()
  fireEvent.change(colour, { target: { value: '#2060c0' } })
  expect(await screen.findByText(/Text of buttons on buttons is hard to read/)).toBeDefined()
  const shop = screen.getByRole('img', { name: 'Your shop in the theme Harbour' })
  expect(shop.style.getPropertyValue('--on-accent')).toBe('#2060c0')
  fireEvent.change(colour, { target: { value: '#f0f0f0' } })
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Theme updated successfully')).toBeDefined()
  expect((await themes()).find(theme => theme.code === 'harbour')?.settings['onAccent']).toBe(
    '#f0f0f0',
  )
})

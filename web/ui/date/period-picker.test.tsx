import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Language } from '#contract/lib/text/languages.ts'
import { renderElement } from '../../testing/testing.tsx'
import { PeriodPicker, type PeriodSelection } from './period-picker.tsx'

afterEach(cleanup)

let period: PeriodSelection
function Example({ initial }: { initial: PeriodSelection }) {
  const [value, setValue] = useState(initial)
  period = value
  return <PeriodPicker value={value} onChange={setValue} />
}
const renderPicker = (initial: PeriodSelection, language: Language = 'en') =>
  renderElement(<Example initial={initial} />, { language })
const range = { period: 'custom', from: '2026-03-01', to: '2026-03-31' } as const

test('a period is chosen with the keyboard', async () => {
  const user = userEvent.setup()
  await renderPicker({ period: 'last7Days' })
  const button = screen.getByRole('button', { name: 'Period: Last 7 Days' })
  button.focus()
  await user.keyboard('{Enter}')
  const today = await screen.findByRole('menuitem', { name: 'Today' })
  await waitFor(() => expect(document.activeElement).toBe(today))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(period).toEqual({ period: 'last28Days' })
  await screen.findByRole('button', { name: 'Period: Last 28 Days' })
})

test.each([
  ['en', 'Mar 1 – 31, 2026'],
  ['de', '1.–31. März 2026'],
] as const)('in %s the chosen days are %s', async (language, text) => {
  await renderPicker(range, language)
  expect(screen.getByRole('button').textContent?.replace(/\s/g, ' ')).toBe(text)
})

test('days are applied only if they are in order', async () => {
  const user = userEvent.setup()
  await renderPicker(range)
  await user.click(screen.getByRole('button', { name: /^Period/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Custom' }))
  const form = within(await screen.findByRole('dialog', { name: 'Custom' }))
  const to = form.getByRole<HTMLInputElement>('textbox', { name: 'To' })
  const apply = form.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  await user.clear(to)
  await user.type(to, '02/01/2026')
  expect(apply.disabled).toBe(true)
  await user.clear(to)
  await user.type(to, '04/15/2026')
  await user.click(apply)
  expect(period).toEqual({ period: 'custom', from: '2026-03-01', to: '2026-04-15' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Escape leaves the period as it is', async () => {
  const user = userEvent.setup()
  await renderPicker({ period: 'today' })
  await user.click(screen.getByRole('button', { name: 'Period: Today' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Custom' }))
  const form = within(await screen.findByRole('dialog', { name: 'Custom' }))
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true)
  await user.type(form.getByRole('textbox', { name: 'From' }), '03/01/2026')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(period).toEqual({ period: 'today' })
})

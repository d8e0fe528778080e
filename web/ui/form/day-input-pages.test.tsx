import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Language } from '#contract/lib/languages.ts'
import { newQueryClient } from '../../lib/call/api.ts'
import { changeLanguage, initTexts } from '../../lib/preference/i18n.ts'
import { AppProviders } from '../../shell/app-providers.tsx'
import { DayInput, LocalTimeInput } from './day-input.tsx'

afterEach(async () => {
  cleanup()
  await changeLanguage('en')
})

const onChange = vi.fn()

async function renderInput(Input: typeof DayInput, language: Language, initialValue: string) {
  function Example() {
    const [value, setValue] = useState(initialValue)
    onChange.mockImplementation(setValue)
    return <Input label="Day" value={value} onChange={onChange} />
  }
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  await initTexts()
  await changeLanguage(language)
  render(
    <AppProviders client={newQueryClient()} isTest>
      <Example />
    </AppProviders>,
  )
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Day' })
}

test.each([
  ['de', '01.03.2026', '24.12.2026'],
  ['en', '03/01/2026', '12/24/2026'],
  ['ar', '01/03/2026', '24/12/2026'],
] as const)('in %s a day shows as %s and is typed as %s', async (language, text, typedText) => {
  const user = userEvent.setup()
  const input = await renderInput(DayInput, language, '2026-03-01')
  expect(input).toHaveProperty('value', text)
  await user.clear(input)
  expect(onChange).toHaveBeenLastCalledWith('')
  await user.type(input, typedText)
  expect(onChange).toHaveBeenLastCalledWith('2026-12-24')
  await user.type(input, 'x')
  await user.tab()
  expect(input).toHaveProperty('value', typedText)
})

test('a text that is no day becomes the last day again', async () => {
  const user = userEvent.setup()
  const input = await renderInput(DayInput, 'de', '2026-03-01')
  onChange.mockClear()
  await user.type(input, '{Backspace}{Backspace}{Backspace}')
  await user.tab()
  expect(input).toHaveProperty('value', '01.03.2026')
  expect(onChange).not.toHaveBeenCalled()
})

test('the calendar speaks the language, starts on its first weekday and keeps the time', async () => {
  const user = userEvent.setup()
  const input = await renderInput(LocalTimeInput, 'de', '2026-03-01T09:30')
  expect(input).toHaveProperty('value', '01.03.2026, 09:30')
  await user.click(screen.getByRole('button', { name: 'Datum auswählen' }))
  const calendar = within(await screen.findByRole('dialog', { name: 'Datum auswählen' }))
  await calendar.findByRole('button', { name: 'Sonntag, 1. März 2026' })
  expect(calendar.getAllByRole('columnheader', { hidden: true })[0]?.textContent).toBe('Mo')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1'))
  await user.keyboard('{ArrowRight}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2026-03-02T09:30')
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.click(screen.getByRole('button', { name: 'Datum auswählen' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

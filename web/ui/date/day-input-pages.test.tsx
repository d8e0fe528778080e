import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Language } from '#contract/lib/text/languages.ts'
import { changeLanguage } from '../../lib/preference/i18n.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { DayField, DayInput, LocalTimeInput } from './day-input.tsx'

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
  await renderElement(<Example />, { language })
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

test.each([
  ['de', '31.04.2026', 'Geben Sie das Datum als Tag.Monat.Jahr ein.'],
  ['en', '24/12/2026', 'Enter the date as month/day/year.'],
] as const)('in %s the text %s stays with an error', async (language, text, error) => {
  const user = userEvent.setup()
  const input = await renderInput(DayInput, language, '2026-03-01')
  await user.clear(input)
  await user.type(input, text)
  expect(screen.queryByText(error), 'no error while the user types').toBeNull()
  await user.tab()
  expect(input).toHaveProperty('value', text)
  await screen.findByText(error)
  expect(onChange).toHaveBeenLastCalledWith('')
})

test('a text that is no day empties the value and a day replaces it', async () => {
  const user = userEvent.setup()
  const input = await renderInput(DayInput, 'de', '2026-03-01')
  onChange.mockClear()
  await user.type(input, '{Backspace}{Backspace}{Backspace}')
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(input).toHaveProperty('value', '01.03.2')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await user.type(input, '027')
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith('2027-03-01')
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

const dayForm = z.object({ day: z.iso.date() })
function DayForm({ onSave }: { onSave: (values: { day: string }) => Promise<void> }) {
  const form = useContractForm(dayForm, { values: savedDay, onSave })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <DayField form={form} name="day" label="Day" />
      <button type="submit">Save</button>
      <button type="button" onClick={form.discard}>
        Discard
      </button>
    </form>
  )
}
const savedDay = { day: '2026-03-01' }

test('a form does not save a text that is no day', async () => {
  const user = userEvent.setup()
  const save = vi.fn(async () => {})
  await renderElement(<DayForm onSave={save} />, { language: 'de' })
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Day' })
  expect(input.placeholder).toBe('Tag.Monat.Jahr')
  await user.clear(input)
  await user.type(input, '31.04.2026')
  await user.keyboard('{Control>}s{/Control}{Enter}')
  await screen.findByText('Geben Sie das Datum als Tag.Monat.Jahr ein.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(input).toHaveProperty('value', '31.04.2026')
  expect(save).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(input).toHaveProperty('value', '01.03.2026')
  await user.clear(input)
  await user.type(input, '30.04.2026{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledWith({ day: '2026-04-30' }))
})

test('a calendar whose limits exclude today has the focus on its nearest day', async () => {
  const user = userEvent.setup()
  await renderElement(<DayInput label="Day" value="" min="2199-05-05" onChange={onChange} />, {
    language: 'en',
  })
  await user.click(await screen.findByRole('button', { name: 'Choose a date: Day' }))
  await screen.findByRole('button', { name: 'Sunday, May 5, 2199' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('5'))
})

const EndInput = (props: ComponentProps<typeof LocalTimeInput>) => (
  <LocalTimeInput {...props} isEnd />
)

test.each([
  ['24.12.2026', '2026-12-24T23:59'],
  ['24.12.2026 18:30', '2026-12-24T18:30'],
])('an end that is typed as %s is %s', async (text, expected) => {
  const user = userEvent.setup()
  await user.type(await renderInput(EndInput, 'de', ''), `${text}{Enter}`)
  expect(onChange.mock.lastCall).toEqual([expected])
})

test('today gets the next full hour', async () => {
  const user = userEvent.setup()
  await renderInput(LocalTimeInput, 'en', '')
  await user.click(screen.getByRole('button', { name: 'Choose a date: Day' }))
  await screen.findByRole('dialog', { name: 'Choose a date: Day' })
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format()
  const earliest = Date.now()
  const button = await screen.findByRole('button', { name: today })
  expect(screen.getAllByRole('button', { current: 'date' })).toEqual([button])
  await user.click(button)
  const picked = String(onChange.mock.lastCall?.[0])
  expect(picked).toMatch(/:00$/)
  expect(new Date(picked).getTime() - earliest).toBeGreaterThan(0)
  expect(new Date(picked).getTime() - earliest).toBeLessThanOrEqual(3_601_000)
})

test('the calendar speaks the language, starts on its first weekday and keeps the time', async () => {
  const user = userEvent.setup()
  const input = await renderInput(LocalTimeInput, 'de', '2026-03-01T09:30')
  expect(input).toHaveProperty('value', '01.03.2026, 09:30')
  await user.click(screen.getByRole('button', { name: 'Datum auswählen: Day' }))
  const calendar = within(await screen.findByRole('dialog', { name: 'Datum auswählen: Day' }))
  await calendar.findByRole('button', { name: 'Sonntag, 1. März 2026' })
  expect(calendar.getAllByRole('columnheader', { hidden: true })[0]?.textContent).toBe('Mo')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1'))
  await user.keyboard('{ArrowRight}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('2026-03-02T09:30')
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.click(screen.getByRole('button', { name: 'Datum auswählen: Day' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

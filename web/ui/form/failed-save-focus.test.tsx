import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/call/request.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { TextField } from '../field/text-field.tsx'

afterEach(cleanup)

const Values = z.object({ name: z.string().min(1), city: z.string() })

function Example({ name, onSave }: { name: string; onSave: () => Promise<void> }) {
  const form = useContractForm(Values, { values: { name, city: '' }, onSave })
  return (
    <>
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="city" label="City" />
      <button type="button" onClick={form.save} disabled={form.isSaving}>
        Save
      </button>
    </>
  )
}

/** Clicks the button, which gets the focus as in a browser. */
function save() {
  screen.getByRole('button').focus()
  fireEvent.click(screen.getByRole('button'))
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const waitForError = () =>
  waitFor(() => expect(getField('Name').getAttribute('aria-invalid')).toBe('true'))
/** Lets the timers run that the failed save has started. */
const passTime = () => new Promise(resolve => setTimeout(resolve, 0))

const isRefused = () =>
  Promise.reject(
    new ApiError(422, {
      status: false,
      code: 'invalid',
      message: 'Invalid',
      errors: [{ path: 'name', code: 'required', message: 'Required' }],
    }),
  )
const cases = [
  ['the form', '', () => Promise.resolve()],
  ['the server', 'Ada', isRefused],
] as const

test.each(cases)('the first field that %s rejects gets the focus', async (_, name, onSave) => {
  await renderElement(<Example name={name} onSave={onSave} />)
  save()
  await waitForError()
  await waitFor(() => expect(document.activeElement).toBe(getField('Name')))
})

test.each(cases)(
  'a field that the user opens before %s rejects keeps the focus',
  async (_, name, onSave) => {
    await renderElement(<Example name={name} onSave={onSave} />)
    save()
    getField('City').focus()
    await waitForError()
    await passTime()
    expect(document.activeElement).toBe(getField('City'))
  },
)

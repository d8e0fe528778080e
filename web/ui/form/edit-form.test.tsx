import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/call/request.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { TextField } from '../field/text-field.tsx'
import { CollapsibleCard } from '../page/collapsible-card.tsx'
import { EditForm } from './edit-form.tsx'

const Values = z.object({
  name: z.string().min(1, 'required'),
  email: z.email(),
  copy: z.email(),
  vat: z.string(),
})
type Values = z.infer<typeof Values>
const initial: Values = { name: 'Ann', email: 'ann@example.com', copy: 'copy@example.com', vat: '' }
const save = vi.fn<(values: Values) => Promise<void>>()
beforeEach(() => {
  save.mockReset().mockResolvedValue()
})
afterEach(cleanup)

function Example() {
  const [values, setValues] = useState(initial)
  const form = useContractForm(Values, {
    values,
    onSave: async next => {
      await save(next)
      setValues(next)
    },
  })
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <button type="button" onClick={() => setValues({ ...initial, name: 'Bea' })}>
        Other user saves
      </button>
      <EditForm form={form}>
        <TextField form={form} name="name" label="Name" required />
        <TextField form={form} name="email" label="Email" />
        <CollapsibleCard title="More">
          <TextField form={form} name="copy" label="Copy to" />
        </CollapsibleCard>
      </EditForm>
    </>
  )
}
const getInput = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const findBar = () => screen.queryByRole('region', { name: 'Unsaved changes' })
const fill = async (name: RegExp, text: string) => {
  await userEvent.clear(getInput(name))
  await userEvent.type(getInput(name), text)
}
const rejectWith = (errors: { path: string; code: string; message: string }[]) =>
  save.mockRejectedValue(
    new ApiError(422, {
      status: false,
      code: 'validation_failed',
      message: 'The record was not saved.',
      errors,
    }),
  )

test('the save bar appears with the first change and disappears with the last', async () => {
  await renderElement(<Example />)
  expect(findBar()).toBeNull()
  await userEvent.type(getInput(/^Name/), 'a')
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }))
  await userEvent.click(bar.getByRole('button', { name: 'Discard' }))
  expect(getInput(/^Name/).value).toBe('Ann')
  await userEvent.type(getInput(/^Name/), 'a{Backspace}')
  expect(findBar()).toBeNull()
})

test('saves with Enter and with Ctrl+S, but not without changes', async () => {
  await renderElement(<Example />)
  await userEvent.click(getInput(/^Name/))
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(save).not.toHaveBeenCalled()
  await userEvent.keyboard('a{Control>}s{/Control}')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ ...initial, name: 'Anna' }))
  await waitFor(() => expect(findBar()).toBeNull())
  await userEvent.type(getInput(/^Name/), 'b{Enter}')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ ...initial, name: 'Annab' }))
})

test('lists several errors, and each leads to its field, also in a closed card', async () => {
  await renderElement(<Example />)
  await fill(/^Email/, 'ann')
  await fill(/^Copy to/, 'bob')
  await click('Save')
  const summary = within(await screen.findByRole('alert'))
  summary.getByText('2 fields need attention')
  expect(summary.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Email: Enter a valid email address.',
    'Copy to: Enter a valid email address.',
  ])
  expect(document.activeElement, 'the first field with an error').toBe(getInput(/^Email/))
  await userEvent.click(summary.getByRole('button', { name: 'Copy to' }))
  expect(document.activeElement).toBe(getInput(/^Copy to/))
  expect(getInput(/^Copy to/).closest('details')?.open).toBe(true)
  expect(save).not.toHaveBeenCalled()
})

test('one error is only at its field, and goes away when the field is corrected', async () => {
  await renderElement(<Example />)
  await fill(/^Email/, 'ann')
  await click('Save')
  await screen.findByText('Enter a valid email address.')
  expect(screen.queryByRole('alert')).toBeNull()
  await fill(/^Email/, 'ann@example.org')
  expect(screen.queryByText('Enter a valid email address.')).toBeNull()
  await click('Save')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

test('an error of the server is at its field, whose text stays', async () => {
  await renderElement(<Example />)
  rejectWith([{ path: 'name', code: 'taken', message: 'Another customer has this name.' }])
  await fill(/^Name/, 'Bob')
  await click('Save')
  await screen.findByText('Another customer has this name.')
  expect([getInput(/^Name/).value, document.activeElement]).toEqual(['Bob', getInput(/^Name/)])
})

test('an error of a field that the page does not show is in the list', async () => {
  await renderElement(<Example />)
  rejectWith([{ path: 'vat', code: 'invalid', message: 'The number is wrong.' }])
  await fill(/^Name/, 'Bob')
  await click('Save')
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('1 field needs attention')
  expect(summary.textContent).toContain('The number is wrong.')
})

test('a save over that of another user keeps the text and offers theirs', async () => {
  await renderElement(<Example />)
  await fill(/^Name/, 'Mine')
  await click('Other user saves')
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }))
  bar.getByText(/This record was changed elsewhere/)
  expect(getInput(/^Name/).value).toBe('Mine')
  await userEvent.click(bar.getByRole('button', { name: 'Reload' }))
  expect(getInput(/^Name/).value).toBe('Bea')
  expect(findBar()).toBeNull()
})

test('a letter typed at the moment of the reply is no conflict', async () => {
  await renderElement(<Example />)
  await fill(/^Name/, 'Anna')
  save.mockImplementationOnce(async () => {
    void typeBeforeNextRender(/^Name/, 'Annabel')
  })
  await click('Save')
  await waitFor(() => expect(findBar()).not.toBeNull())
  expect(screen.queryByText(/changed elsewhere/)).toBeNull()
  await click('Save')
  expect(save).toHaveBeenLastCalledWith({ ...initial, name: 'Annabel' })
})

/** The form has received the reply then, but the page has not rendered it. */
async function typeBeforeNextRender(name: RegExp, value: string) {
  for (let step = 0; step < 6; step++) await null
  fireEvent.change(getInput(name), { target: { value } })
}

test('shows the save of another user at once if nothing was changed here', async () => {
  await renderElement(<Example />)
  await click('Other user saves')
  expect(getInput(/^Name/).value).toBe('Bea')
  expect(findBar()).toBeNull()
})

test('asks before a link loses changes', async () => {
  const { router } = await renderElement(<Example />)
  await fill(/^Name/, 'Bob')
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep editing' })),
  )
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([router.state.location.pathname, getInput(/^Name/).value]).toEqual(['/', 'Bob'])
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
  expect(save).not.toHaveBeenCalled()
})

test('asks before the tab is closed, but only with changes', async () => {
  await renderElement(<Example />)
  const isAsking = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsking()).toBe(false)
  await fill(/^Name/, 'Bob')
  expect(isAsking()).toBe(true)
  await click('Save')
  await waitFor(() => expect(isAsking()).toBe(false))
})

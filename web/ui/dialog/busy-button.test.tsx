import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/call/request.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { ModalForm } from '../form/modal-form.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

let hasLostFocus = false
/** Browsers take the focus from a button that is disabled; the test environment does not. */
function loseFocus() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  hasLostFocus = document.activeElement === document.body
}
const getButton = () => screen.getByRole('button', { name: 'Save' })
/** Refuses a request once the button is busy. */
const refuse = async (): Promise<never> => {
  await vi.waitFor(() => expect(getButton().dataset['loading']).toBe('true'))
  loseFocus()
  throw new ApiError(500, { code: 'internal', message: 'Try again' } as never)
}

function Question() {
  const [isBusy, setBusy] = useState(false)
  const confirm = () => {
    setBusy(true)
    void refuse().catch(() => setBusy(false))
  }
  return (
    <ConfirmDialog
      isOpen
      title="Delete?"
      confirmLabel="Save"
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={() => {}}
    >
      Text
    </ConfirmDialog>
  )
}

function Form() {
  const form = useContractForm(z.object({ name: z.string() }), {
    values: { name: '' },
    onSave: refuse,
  })
  return (
    <ModalForm form={form} title="Edit" saveLabel="Save" onClose={() => {}}>
      Text
    </ModalForm>
  )
}

test.each([
  ['question', <Question key="question" />],
  ['form', <Form key="form" />],
])('the button of a %s has the focus again after a refusal', async (_, dialog) => {
  hasLostFocus = false
  await renderElement(dialog)
  const button = await screen.findByRole('button', { name: 'Save' })
  await userEvent.click(button)
  await waitFor(() => expect(hasLostFocus).toBe(true))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { ConfirmButton } from './confirm-button.tsx'

const confirm = vi.fn<(close: () => void) => void>()
beforeEach(() => {
  confirm.mockReset()
})
afterEach(cleanup)

function Example({ isGone = false }: { isGone?: boolean }) {
  const [isVisible, setVisible] = useState(true)
  if (!isVisible) return <p>Deleted</p>
  return (
    <ConfirmButton
      label="Delete product"
      title="Delete “Mug”?"
      isBusy={false}
      onConfirm={close => {
        confirm(close)
        if (isGone) setVisible(false)
      }}
    >
      You can’t undo this.
    </ConfirmButton>
  )
}
const getOpener = () => screen.getByRole('button', { name: 'Delete product' })
const openDialog = async () => {
  await userEvent.click(getOpener())
  return within(await screen.findByRole('dialog', { name: 'Delete “Mug”?' }))
}
const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('asks first, and Enter alone deletes nothing', async () => {
  await renderElement(<Example />)
  const dialog = await openDialog()
  dialog.getByText('You can’t undo this.')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await userEvent.keyboard('{Enter}')
  await waitForNoDialog()
  expect(confirm).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(getOpener()))
})

test.each(['Escape', 'Close'])('%s deletes nothing', async way => {
  await renderElement(<Example />)
  const dialog = await openDialog()
  if (way === 'Escape') await userEvent.keyboard('{Escape}')
  else await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitForNoDialog()
  expect(confirm).not.toHaveBeenCalled()
})

test('stays open until the action has ended', async () => {
  await renderElement(<Example />)
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete product' }))
  expect(confirm).toHaveBeenCalledTimes(1)
  screen.getByRole('dialog')
  confirm.mock.lastCall?.[0]()
  await waitForNoDialog()
})

test('the focus does not leave the dialog with Tab', async () => {
  await renderElement(<Example />)
  const dialog = await openDialog()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await userEvent.tab()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Delete product' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }))
})

test('closes with the record that it deletes', async () => {
  await renderElement(<Example isGone />)
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete product' }))
  await screen.findByText('Deleted')
  await waitForNoDialog()
})

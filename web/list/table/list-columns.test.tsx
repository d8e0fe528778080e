import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { defaultLayout } from '../view/use-list-views.ts'
import { ListColumns } from './list-columns.tsx'

afterEach(cleanup)

const columns = [
  { key: 'title', label: 'Product' },
  { key: 'status', label: 'Status' },
  { key: 'price', label: 'Price' },
  { key: 'vendor', label: 'Vendor', isOptional: true },
]
let layout = defaultLayout

function Example() {
  const [current, setLayout] = useState(defaultLayout)
  layout = current
  return (
    <ListColumns
      columns={columns}
      layout={current}
      onLayoutChange={update => setLayout({ ...current, ...update(current) })}
    />
  )
}
const listNames = () =>
  within(screen.getByRole('list', { name: 'Columns' }))
    .getAllByRole('checkbox')
    .map(checkbox => checkbox.closest('li')?.textContent)
const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('has the focus when it opens and keeps it', async () => {
  const user = userEvent.setup()
  await renderElement(
    <>
      <button type="button">Behind</button>
      <Example />
    </>,
  )
  const first = await screen.findByRole('button', { name: 'Move Status' })
  await expect.poll(() => document.activeElement).toBe(first)
  await user.tab({ shift: true })
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Behind' }))
})

test('the arrow keys move a column and announce its position', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  const handle = screen.getByRole('button', { name: 'Move Status' })
  handle.focus()
  await user.keyboard('{ArrowDown}')
  expect(listNames()).toEqual(['Product', 'Price', 'Status', 'Vendor'])
  screen.getByText('Status moved to position 3 of 4')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Status' }))
  await user.keyboard('{ArrowUp}')
  expect(listNames()).toEqual(['Product', 'Status', 'Price', 'Vendor'])
  expect(layout.columns, 'the default order is not saved').toBeNull()
})

test('no column moves before the one that names the row, or past the end', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  expect(screen.queryByRole('button', { name: 'Move Product' })).toBeNull()
  screen.getByRole('button', { name: 'Move Status' }).focus()
  await user.keyboard('{ArrowUp}')
  screen.getByRole('button', { name: 'Move Vendor' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(listNames()).toEqual(['Product', 'Status', 'Price', 'Vendor'])
  expect(layout.columns).toBeNull()
})

test('shows and hides columns, but never the one that names the row', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  expect(getCheckbox('Product').disabled).toBe(true)
  expect(getCheckbox('Vendor').checked).toBe(false)
  await user.click(getCheckbox('Vendor'))
  await user.click(getCheckbox('Price'))
  expect(layout.columns?.filter(({ isHidden }) => isHidden).map(({ key }) => key)).toEqual([
    'price',
  ])
})

test('sets the row height, and resets everything', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  const reset = screen.getByRole<HTMLButtonElement>('button', { name: 'Reset columns' })
  expect(reset.disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Compact' }))
  await user.click(getCheckbox('Price'))
  expect(layout.density).toBe('compact')
  await user.click(reset)
  expect(layout).toEqual(defaultLayout)
  expect(getCheckbox('Price').checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Comfortable' }).checked).toBe(true)
})

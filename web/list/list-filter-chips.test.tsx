import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderElement } from '../testing/testing.tsx'
import { FilterChips, type ListFilter } from './list-filters.tsx'

afterEach(cleanup)

const filters: ListFilter[] = [
  {
    key: 'status',
    label: 'Status',
    options: ['Active', 'Draft', 'Archived'].map(label => ({ value: label.toLowerCase(), label })),
  },
  {
    key: 'stock',
    label: 'Stock',
    isSingleChoice: true,
    options: ['Low', 'None'].map(label => ({ value: label.toLowerCase(), label })),
  },
  {
    key: 'min',
    label: 'Minimum',
    render: (value, onChange) => (
      <input
        aria-label="Minimum price"
        value={String(value ?? '')}
        onChange={event => onChange(event.currentTarget.value)}
      />
    ),
    formatValue: value => `$${String(value)}`,
  },
]
type Values = Record<string, unknown>
let values: Values

function Example({ initial }: { initial: Values }) {
  const [current, setValues] = useState(initial)
  values = current
  return (
    <FilterChips
      filters={filters}
      values={current}
      onChange={(key, value) => setValues({ ...current, [key]: value })}
      onClear={() => setValues({})}
    />
  )
}
const getChip = (name: string) => screen.getByRole('button', { name })
const findChoice = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('chips show the labels of the values, and others are in the menu', async () => {
  const user = userEvent.setup()
  await renderElement(<Example initial={{ status: ['active', 'draft'], min: '5' }} />)
  getChip('Status is Active, Draft')
  getChip('Minimum is $5')
  await user.click(getChip('Add filter'))
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Stock'])
})

test('a value that is no longer offered stays visible, so that it can be removed', async () => {
  const user = userEvent.setup()
  await renderElement(<Example initial={{ status: ['deleted'] }} />)
  getChip('Status is deleted')
  await user.click(getChip('Remove filter Status'))
  expect(values['status']).toBeUndefined()
  expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
})

test('a filter accepts several values, or one if it is a single choice', async () => {
  const user = userEvent.setup()
  await renderElement(<Example initial={{ status: ['active'], stock: 'low' }} />)
  await user.click(getChip('Status is Active'))
  await user.click((await findChoice('Status')).getByRole('checkbox', { name: 'Draft' }))
  expect(values['status']).toEqual(['active', 'draft'])
  await user.keyboard('{Escape}')
  await user.click(getChip('Stock is Low'))
  const stock = await findChoice('Stock')
  await user.click(stock.getByRole('checkbox', { name: 'None' }))
  expect(values['stock']).toBe('none')
  await user.click(stock.getByRole('checkbox', { name: 'None' }))
  expect(values['stock']).toBeUndefined()
})

test('a filter that was added without a value disappears when it closes', async () => {
  const user = userEvent.setup()
  await renderElement(<Example initial={{}} />)
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await user.click(getChip('Add filter'))
  await user.click(await screen.findByRole('menuitem', { name: 'Status' }))
  const choice = await findChoice('Status')
  await waitFor(() =>
    expect(document.activeElement).toBe(choice.getByRole('checkbox', { name: 'Active' })),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Status' })).toBeNull())
  expect(values).toEqual({})
})

test('the keyboard opens a chip, sets its value and returns to it', async () => {
  const user = userEvent.setup()
  await renderElement(<Example initial={{ min: '5' }} />)
  await user.tab()
  expect(document.activeElement).toBe(getChip('Minimum is $5'))
  await user.keyboard('{Enter}')
  const input = (await findChoice('Minimum')).getByRole('textbox', { name: 'Minimum price' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  await user.keyboard('0{Escape}')
  expect(values['min']).toBe('50')
  await waitFor(() => expect(document.activeElement).toBe(getChip('Minimum is $50')))
})

test('one button clears all filters', async () => {
  await renderElement(<Example initial={{ status: ['active'], stock: 'low' }} />)
  await userEvent.click(getChip('Clear filters'))
  expect(values).toEqual({})
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

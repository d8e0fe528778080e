import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { initTexts } from '../../lib/preference/i18n.ts'
import { stubMissingBrowserApis } from '../../testing/testing.tsx'
import { DataTable, type ListColumn } from './data-table.tsx'

type Row = { _id: string; title: string }
const rows: Row[] = ['Mug', 'Jug', 'Bowl'].map(title => ({ _id: title, title }))

afterEach(cleanup)

test('renders a row again only if it is selected, not with the page', async () => {
  stubMissingBrowserApis()
  await initTexts()
  const renderTitle = vi.fn(({ title }: Row) => title)
  const columns: ListColumn<Row>[] = [{ key: 'title', label: 'Title', render: renderTitle }]
  const [toggle, toggleAll] = [vi.fn(), vi.fn()]
  const createPage = (selectedTitle?: string) => (
    <MantineProvider>
      <MemoryRouter>
        <DataTable
          label="Products"
          rows={rows}
          columns={columns}
          getRowName={row => row.title}
          getRowLink={row => `/product/${row._id}`}
          selection={{ has: id => id === selectedTitle, toggle, toggleAll }}
        />
      </MemoryRouter>
    </MantineProvider>
  )
  const { rerender } = render(createPage())
  expect(renderTitle).toHaveBeenCalledTimes(3)
  rerender(createPage())
  expect(renderTitle).toHaveBeenCalledTimes(3)
  rerender(createPage('Jug'))
  expect(renderTitle).toHaveBeenCalledTimes(4)
  const checkbox = screen.getByRole<HTMLInputElement>('checkbox', { checked: true })
  expect(checkbox.closest('tr')?.dataset['row']).toBe('Jug')
  fireEvent.click(checkbox)
  expect(toggle).toHaveBeenCalledWith('Jug', false)
})

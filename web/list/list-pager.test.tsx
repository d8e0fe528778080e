import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderElement } from '../testing/testing.tsx'
import { ListPager } from './list-pager.tsx'

const openPage = vi.fn()
const setPageSize = vi.fn()
beforeEach(() => {
  openPage.mockClear()
  setPageSize.mockClear()
})
afterEach(cleanup)

const meta = { page: 2, perPage: 25, total: 1234, totalIsCapped: false, next: 'cursor' }
type PagerProps = Partial<Parameters<typeof ListPager>[0]>
const renderPager = (props: PagerProps = {}, language: 'en' | 'de' | 'ar' = 'en') =>
  renderElement(
    <ListPager
      meta={meta}
      rowCount={25}
      onPageChange={openPage}
      onPageSizeChange={setPageSize}
      {...props}
    />,
    { language },
  )
const getRange = () => screen.getByRole('navigation').getAttribute('aria-label')

test('pages forward with the cursor, and back with the number only', async () => {
  await renderPager()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(openPage).toHaveBeenLastCalledWith({ page: 3, after: 'cursor' })
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(openPage).toHaveBeenLastCalledWith({ page: 1 })
})

test.each([
  ['en', '26–50 of 1,234'],
  ['de', '26–50 von 1.234'],
] as const)('in %s the range is %s', async (language, range) => {
  await renderPager({}, language)
  expect(getRange()).toBe(range)
})

test('the last page has the number of its rows, and no next one', async () => {
  await renderPager({ meta: { ...meta, page: 50, next: null }, rowCount: 9 })
  expect(getRange()).toBe('1,226–1,234 of 1,234')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
})

test('a total that is not counted to the end has a plus', async () => {
  await renderPager({ meta: { ...meta, total: 10_000, totalIsCapped: true } })
  expect(getRange()).toBe('26–50 of 10,000+')
})

test('rows that fit on the smallest page need no buttons and no page size', async () => {
  await renderPager({ meta: { ...meta, page: 1, total: 9, next: null }, rowCount: 9 })
  expect(getRange()).toBe('1–9 of 9')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('offers a page size that a link asked for, in order', async () => {
  await renderPager({ meta: { ...meta, perPage: 40 } })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '10',
    '25',
    '40',
    '50',
    '100',
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
  expect(setPageSize).toHaveBeenLastCalledWith(100)
})

test('a list that groups its rows has page numbers, and nothing with a single page', async () => {
  const { unmount } = await renderPager({ onPageSizeChange: undefined })
  expect(getRange()).toBe('Page 2')
  unmount()
  await renderPager({ meta: { ...meta, page: 1, next: null }, onPageSizeChange: undefined })
  expect(screen.queryByRole('navigation')).toBeNull()
})

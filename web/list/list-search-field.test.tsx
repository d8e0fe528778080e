import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubMissingBrowserApis } from '../testing/testing.tsx'
import { ListSearchField } from './list-filters.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('keeps text that is typed before the URL has the previous search', () => {
  vi.useFakeTimers()
  stubMissingBrowserApis()
  const onSearch = vi.fn()
  const createField = (value: string) => (
    <MantineProvider>
      <ListSearchField value={value} label="Search" onSearch={onSearch} />
    </MantineProvider>
  )
  const { rerender } = render(createField(''))
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('o')
  act(() => vi.advanceTimersByTime(250))
  expect(onSearch).toHaveBeenLastCalledWith('o')
  type('or')
  rerender(createField('o'))
  expect(field.value).toBe('or')
  act(() => vi.advanceTimersByTime(250))
  rerender(createField('or'))
  expect(field.value).toBe('or')
  rerender(createField(''))
  expect(field.value).toBe('')
})

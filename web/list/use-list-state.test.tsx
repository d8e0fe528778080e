import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ListQuery, oneOrMoreQuery, sortQuery } from '#contract/lib/schemas.ts'
import { renderElement } from '../testing/testing.tsx'
import { parseListQuery, useListState } from './use-list-state.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const Query = ListQuery.extend({
  sort: sortQuery('title', 'createdAt'),
  status: z.enum(['active', 'draft']).optional(),
  tag: oneOrMoreQuery(z.string()),
})
let list: ReturnType<typeof useListState<z.infer<typeof Query>>>
function Example() {
  list = useListState(Query, 'product', { tab: 'status' })
  return <output>{JSON.stringify(list.query)}</output>
}
async function open(search: string) {
  const { router } = await renderElement(<Example />, { path: `/list${search}` })
  return { getSearch: () => router.state.location.search, router }
}
const readQuery = (): unknown => JSON.parse(screen.getByRole('status').textContent ?? '')

test('reads search, filters, order and page from a link', async () => {
  await open('?q=mug&status=active&sort=-title&page=3&perPage=50')
  expect(readQuery()).toEqual({
    q: 'mug',
    status: 'active',
    sort: '-title',
    page: 3,
    perPage: 50,
  })
  expect(list.activeFilters).toEqual(['q', 'status'])
})

test('ignores the wrong parts of an old link and keeps the others', async () => {
  await open('?q=mug&status=sold&sort=weight&page=-1&perPage=100000')
  expect(readQuery()).toEqual({ q: 'mug', perPage: 25 })
  expect(list.currentParams).toEqual({ q: 'mug' })
})

test('joins a parameter that is repeated', async () => {
  await open('?tag=red&tag=blue')
  expect(list.query.tag).toEqual(['red', 'blue'])
})

test('a value with a comma is one value, in the URL and in a view', async () => {
  const { getSearch } = await open('')
  act(() => list.setParam('tag', ['Smith,Sons', 'red']))
  expect(new URLSearchParams(getSearch()).get('tag')).toBe('Smith\\,Sons,red')
  expect(list.query.tag).toEqual(['Smith,Sons', 'red'])
  expect(list.currentParams).toEqual({ tag: 'Smith\\,Sons,red' })
})

test('a filter opens the first page, and an empty one leaves the URL', async () => {
  const { getSearch } = await open('?sort=title&page=4&after=abc')
  act(() => list.setParam('status', 'draft'))
  expect(getSearch()).toBe('?sort=title&status=draft')
  act(() => list.setParam('tag', []))
  act(() => list.setParam('status', undefined))
  expect(getSearch()).toBe('?sort=title')
})

test('typing a search adds no step to the history, a filter does', async () => {
  const { getSearch, router } = await open('')
  act(() => list.setParam('status', 'draft'))
  act(() => list.setParam('q', 'm', { replace: true }))
  act(() => list.setParam('q', 'mug', { replace: true }))
  expect(getSearch()).toBe('?status=draft&q=mug')
  await act(() => router.navigate(-1))
  expect(getSearch()).toBe('')
})

test('another page keeps the filters, and the first has no number', async () => {
  const { getSearch } = await open('?q=mug')
  act(() => list.goToPage({ page: 2, after: 'abc' }))
  expect(getSearch()).toBe('?q=mug&page=2&after=abc')
  act(() => list.goToPage({ page: 1 }))
  expect(getSearch()).toBe('?q=mug')
})

test('clearing the filters keeps the order, the page size and the view', async () => {
  const { getSearch } = await open('?q=mug&status=draft&sort=title&perPage=50&page=2&saved=v1')
  act(() => list.clearFilters())
  expect(getSearch()).toBe('?sort=title&perPage=50&saved=v1')
  expect([list.isFiltered, list.viewId]).toEqual([false, 'v1'])
})

test('a view replaces everything', async () => {
  const { getSearch } = await open('?q=mug&page=2')
  act(() => list.openView({ status: 'draft' }, 'v1'))
  expect(getSearch()).toBe('?status=draft&saved=v1')
})

test('the number of rows is remembered, and a link can ask for another', async () => {
  await open('')
  act(() => list.setRowCount(50))
  cleanup()
  await open('')
  expect(list.query.perPage).toBe(50)
  cleanup()
  await open('?perPage=10')
  expect(list.query.perPage).toBe(10)
})

test('a stored number of rows that no list offers is ignored', async () => {
  localStorage.setItem('rows product', '5000')
  await open('')
  expect(list.query.perPage).toBe(25)
})

test('invoices and categories start with 10 rows, other lists with 25', () => {
  const counts = (['invoice', 'category', 'product'] as const).map(
    name => parseListQuery(Query, new URLSearchParams(), name).perPage,
  )
  expect(counts).toEqual([10, 10, 25])
})

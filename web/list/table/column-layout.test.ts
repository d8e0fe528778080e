import { describe, expect, test } from 'vitest'
import type { ColumnLayout } from '#contract/staff/view.ts'
import {
  getVisibleColumns,
  isSameQuery,
  moveColumn,
  nullIfDefault,
  resolveColumnLayout,
  updateColumn,
} from './column-layout.ts'

const columns = [
  { key: 'title' },
  { key: 'status' },
  { key: 'vendor', isOptional: true },
  { key: 'price' },
]
const layoutOf = (keys: string[], change: Partial<ColumnLayout> = {}): ColumnLayout[] =>
  keys.map(key => ({ key, isHidden: false, width: null, ...change }))
const keysOf = (layout: readonly { key: string }[]) => layout.map(({ key }) => key)
const defaultLayout = resolveColumnLayout(columns, null)

describe('the layout of a list', () => {
  test('hides optional columns until the user shows them', () => {
    expect(keysOf(getVisibleColumns(columns, null))).toEqual(['title', 'status', 'price'])
    const layout = updateColumn(defaultLayout, 'vendor', { isHidden: false })
    expect(keysOf(getVisibleColumns(columns, layout))).toEqual([
      'title',
      'status',
      'vendor',
      'price',
    ])
  })

  test('shows the column that names the row first, wherever it was saved', () => {
    const saved = layoutOf(['price', 'title'], { isHidden: true, width: 120 })
    expect(resolveColumnLayout(columns, saved)[0]).toEqual({
      key: 'title',
      isHidden: false,
      width: 120,
    })
  })

  test('adds a column of a later release behind the one before it', () => {
    const saved = layoutOf(['title', 'price', 'status'])
    expect(keysOf(resolveColumnLayout(columns, saved))).toEqual([
      'title',
      'price',
      'status',
      'vendor',
    ])
  })

  test('ignores saved columns that the list no longer has, and repeated ones', () => {
    const saved = layoutOf(['title', 'weight', 'price', 'price', 'status', 'vendor'])
    expect(keysOf(resolveColumnLayout(columns, saved))).toEqual([
      'title',
      'price',
      'status',
      'vendor',
    ])
  })

  test('has the widths that the user set, and automatic ones for the others', () => {
    const layout = updateColumn(defaultLayout, 'price', { width: 90 })
    expect(getVisibleColumns(columns, layout).map(({ widthPx }) => widthPx)).toEqual([
      undefined,
      undefined,
      90,
    ])
  })

  test('is empty without columns', () => {
    expect(resolveColumnLayout([], layoutOf(['title']))).toEqual([])
  })
})

describe('moving a column', () => {
  test.each([
    ['price', 1, ['title', 'price', 'status', 'vendor']],
    ['status', 3, ['title', 'vendor', 'price', 'status']],
    ['price', 0, ['title', 'price', 'status', 'vendor']],
    ['status', 99, ['title', 'vendor', 'price', 'status']],
    ['title', 2, ['title', 'status', 'vendor', 'price']],
    ['weight', 1, ['title', 'status', 'vendor', 'price']],
  ])('%s to %i', (key, index, expected) => {
    expect(keysOf(moveColumn(defaultLayout, key, index))).toEqual(expected)
  })

  test('back to the default order saves no layout', () => {
    const moved = moveColumn(defaultLayout, 'price', 1)
    expect(nullIfDefault(columns, moved)).toEqual(moved)
    expect(nullIfDefault(columns, moveColumn(moved, 'price', 3))).toBeNull()
  })
})

test('a view is unchanged if its parameters are the same in another order', () => {
  const query = { q: 'mug', status: 'active' }
  expect(isSameQuery(query, { status: 'active', q: 'mug' })).toBe(true)
  expect(isSameQuery(query, { q: 'mug' })).toBe(false)
  expect(isSameQuery(query, { ...query, status: 'draft' })).toBe(false)
})

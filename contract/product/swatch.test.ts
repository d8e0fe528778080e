import { expect, test } from 'vitest'
import { findSwatch, hasSwatches, keepSwatches } from './swatch.ts'

test.each([
  ['Color', 'Black', '#000000'],
  ['Farbe', 'MOOSGRÜN', '#6b7440'],
  ['Couleur', 'Vert olive', '#6b7440'],
  ['Color', 'Azul marino', '#1f2c4d'],
  ['Color', 'Dark olive', '#6b7440'],
  ['اللون', 'أزرق', '#2f62b8'],
  ['Size', 'Black', undefined],
  ['Color', 'Constructor', undefined],
])('the color of %s %s is %s', (name, value, color) => {
  expect(findSwatch({ name, values: [value] }, value)?.color).toBe(color)
})

test("the seller's swatch comes before the color of a name", () => {
  const option = {
    name: 'Color',
    values: ['Black'],
    swatches: [{ value: 'Black', color: '#112233' }],
  }
  expect(findSwatch(option, 'Black')?.color).toBe('#112233')
  expect(hasSwatches({ name: 'Size', values: ['S'] })).toBe(false)
})

test('an update without swatches keeps those of its values', () => {
  const stored = [
    {
      name: 'Glaze',
      values: ['Moss', 'Ash'],
      swatches: [
        { value: 'Moss', color: '#5a6b3c' },
        { value: 'Ash', color: '#cccccc' },
      ],
    },
  ]
  expect(keepSwatches({ name: 'Glaze', values: ['Moss'] }, stored)).toEqual({
    name: 'Glaze',
    values: ['Moss'],
    swatches: [{ value: 'Moss', color: '#5a6b3c' }],
  })
  expect(keepSwatches({ name: 'Glaze', values: ['Moss'], swatches: [] }, stored).swatches).toEqual(
    [],
  )
})

import { expect, test } from 'vitest'
import { listCategoryImageNames, listImageNames, loadCatalog } from './demo-catalog.ts'
import { drawImageSvg } from './demo-image.ts'
import { demoCategories, demoStores } from './demo-store.ts'

const drafts = await loadCatalog(new Date('2026-05-01'))

test('the catalogue is read whole, with every kind of row that an import knows', () => {
  expect(drafts).toHaveLength(50)
  expect(drafts.flatMap(draft => draft.variants ?? [])).toHaveLength(131)
  expect(new Set(drafts.map(draft => draft.status))).toEqual(
    new Set(['active', 'draft', 'archived']),
  )
})

test('every barcode is an EAN-13 of the range for use within a shop, and no code stands twice', () => {
  const variants = drafts.flatMap(draft => draft.variants ?? [])
  for (const kind of ['barcode', 'sku'] as const) {
    const codes = variants.flatMap(variant => variant[kind] || [])
    expect(new Set(codes).size).toBe(codes.length)
  }
  for (const { barcode } of variants) if (barcode) expect(barcode).toSatisfy(isShopEan)
})

test('there is a drawing for every picture that is named', () => {
  for (const name of [
    ...listImageNames(drafts),
    ...listCategoryImageNames(demoCategories),
    ...demoStores.map(store => store.logo),
  ])
    expect(drawImageSvg(name)).toContain('</svg>')
})

test('every product stands in a category', () => {
  const types = new Set(
    demoCategories
      .flatMap(category => [category, ...(category.children ?? [])])
      .flatMap(category => category.productTypes),
  )
  expect(drafts.filter(draft => !types.has(draft.productType ?? ''))).toEqual([])
})

function isShopEan(code: string): boolean {
  const sum = [...code].reduce((all, digit, i) => all + Number(digit) * (i % 2 ? 3 : 1), 0)
  return /^2\d{12}$/.test(code) && sum % 10 === 0
}

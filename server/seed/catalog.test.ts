import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listDemoImageNames, loadCatalog } from './demo-catalog.ts'
import { demoCategories, demoStores } from './demo-store.ts'
import { smallStores } from './small-store/small-stores.ts'

const drafts = await loadCatalog(new Date('2026-05-01'))

test('the catalog has products of every status and many variants', () => {
  expect(drafts).toHaveLength(50)
  expect(drafts.flatMap(draft => draft.variants ?? [])).toHaveLength(131)
  expect(new Set(drafts.map(draft => draft.status))).toEqual(
    new Set(['active', 'draft', 'archived']),
  )
})

test('every barcode is a store EAN-13, and barcodes and SKUs are unique', () => {
  const variants = drafts.flatMap(draft => draft.variants ?? [])
  for (const kind of ['barcode', 'sku'] as const) {
    const codes = variants.flatMap(variant => variant[kind] || [])
    expect(new Set(codes).size).toBe(codes.length)
  }
  for (const { barcode } of variants) if (barcode) expect(barcode).toSatisfy(isStoreEan)
})

test('every image of the demo has a file, and every file is used', async () => {
  const names = listDemoImageNames([...demoStores, ...smallStores], drafts)
  const files = await readdir(join(import.meta.dirname, 'images'))
  expect(files.map(file => basename(file, '.webp')).toSorted()).toEqual(names.toSorted())
})

test('every product belongs to a category', () => {
  const types = new Set(
    demoCategories
      .flatMap(category => [category, ...(category.children ?? [])])
      .flatMap(category => category.productTypes),
  )
  expect(drafts.filter(draft => !types.has(draft.productType ?? ''))).toEqual([])
})

function isStoreEan(code: string): boolean {
  const sum = [...code].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return /^2\d{12}$/.test(code) && sum % 10 === 0
}

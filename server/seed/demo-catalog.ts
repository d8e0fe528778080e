import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProductInput, ProductOption } from '#contract/product/product.ts'
import type { ProductDraft } from '../import/product/import-product-draft.ts'
import { parseProducts } from '../import/product/parse-products.ts'
import type { DemoCategory } from './demo-content.ts'
import { type DemoStore, demoCategories } from './demo-store.ts'
import { listSmallProductImages } from './small-store/small-product.ts'

/** Reads the demo catalog with the importer that sellers use. */
export async function loadCatalog(now: Date): Promise<ProductDraft[]> {
  const openFile = () => createReadStream(join(import.meta.dirname, 'catalogue.csv'))
  const { drafts, invalidProducts, problems } = await parseProducts(openFile, { exponent: 2, now })
  if (invalidProducts.length > 0)
    throw new Error(
      `The demo catalog has errors: ${problems.map(problem => problem.message).join(' ')}`,
    )
  return drafts
}

export const listStoreDrafts = (drafts: readonly ProductDraft[], { productTypes }: DemoStore) =>
  drafts.filter(draft => !productTypes || productTypes.includes(draft.productType ?? ''))

/** Returns the categories that contain products, with their parents. */
export function listUsedCategories(
  drafts: readonly ProductDraft[],
  categories: readonly DemoCategory[] = demoCategories,
): DemoCategory[] {
  const types = new Set(drafts.map(draft => draft.productType ?? ''))
  return categories.flatMap(category => {
    const children = listUsedCategories(drafts, category.children ?? [])
    const isUsed =
      children.length > 0 ||
      category.status === 'hidden' ||
      category.productTypes.some(type => types.has(type))
    return isUsed ? [{ ...category, children }] : []
  })
}

/** Returns `mug-tide` for `https://…/mug-tide.webp`. */
export const getImageName = (url: string) => basename(url, '.webp')

export const listImageNames = (drafts: readonly ProductDraft[]) =>
  drafts.flatMap(draft => (draft.images ?? []).map(image => getImageName(image.sourceUrl)))
export const listCategoryImageNames = (categories: readonly DemoCategory[]): string[] =>
  categories.flatMap(({ image, children = [] }) => [image, ...listCategoryImageNames(children)])

/** Returns the names of all image files of the demo. */
export const listDemoImageNames = (
  stores: readonly DemoStore[],
  drafts: readonly ProductDraft[],
): string[] => [
  ...new Set([
    ...stores.flatMap(store => [
      store.logo,
      ...listCategoryImageNames(store.catalog?.categories ?? demoCategories),
      ...listCatalogImageNames(store),
    ]),
    ...listImageNames(drafts),
  ]),
]

/** Returns the images of the products and pages of a small store. */
export const listCatalogImageNames = ({ catalog }: DemoStore): string[] =>
  catalog ? [...catalog.products.flatMap(listSmallProductImages), ...catalog.contentImages] : []

interface ProductInputContext {
  store: DemoStore
  /** Media by the name of the image. */
  media: ReadonlyMap<string, { _id: string }>
  /** Category ids by product type. */
  categories: ReadonlyMap<string, string[]>
}

const roundPrice = (price: number, factor: number) =>
  factor === 1 ? price : Math.round((price * factor) / 50) * 50
const nullToUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined

/** Returns the product as a seller would enter it in the form. */
export function createProductInput(
  draft: ProductDraft,
  { store, media, categories }: ProductInputContext,
): ProductInput {
  const findMediaId = (sourceUrl: string) => media.get(getImageName(sourceUrl))?._id
  return {
    title: draft.title ?? draft.slug,
    slug: draft.slug,
    description: draft.description,
    status: draft.status ?? 'active',
    vendor: draft.vendor,
    productType: draft.productType,
    tags: draft.tags,
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
    options: (draft.options ?? []).map(addDemoSwatches),
    ...demoTables[draft.slug],
    categories: categories.get(draft.productType ?? '') ?? [],
    images: (draft.images ?? []).map(({ sourceUrl, alt }) => ({
      media: findMediaId(sourceUrl),
      alt,
    })),
    variants: (draft.variants ?? []).map((variant, i) => {
      const image = draft.images?.find(candidate => candidate.variantIndexes.includes(i))
      return {
        options: variant.options,
        sku: variant.sku,
        barcode: variant.barcode,
        trackStock: variant.trackStock,
        stock: variant.stock,
        allowBackorder: variant.allowBackorder,
        price: roundPrice(variant.price ?? 0, store.priceFactor),
        weight: nullToUndefined(variant.weight),
        cost: nullToUndefined(variant.cost),
        compareAtPrice: variant.compareAtPrice
          ? roundPrice(variant.compareAtPrice, store.priceFactor)
          : null,
        image: image ? findMediaId(image.sourceUrl) : null,
      }
    }),
  }
}

/** The colors that have no common name. */
const demoColors: Readonly<Record<string, string>> = {
  Tide: '#4d8094',
  Ink: '#2a3350',
  Plum: '#5d2f4d',
  Brass: '#b8964c',
  Charcoal: '#45484d',
}

const addDemoSwatches = (option: ProductOption): ProductOption =>
  ['Colour', 'Finish'].includes(option.name)
    ? {
        ...option,
        swatches: option.values.flatMap(value => {
          const color = demoColors[value]
          return color === undefined ? [] : [{ value, color }]
        }),
      }
    : option

const demoTables: Readonly<Record<string, Pick<ProductInput, 'details' | 'sizeTable'>>> = {
  'hollow-mug': {
    details:
      'Material: Stoneware\nGlaze: Lead-free, by hand\nCapacity: 320 ml\nHeight: 9.5 cm\nMade in: Devon',
  },
  'low-tide-plate': {
    details: 'Material: Stoneware\nOven: Up to 180 °C\nMade in: Devon',
    sizeTable:
      'Size | Diameter | Height | Weight\nSide | 20 cm | 2.2 cm | 480 g\nDinner | 27 cm | 2.6 cm | 820 g',
  },
  'furrow-cushion-cover': {
    details: 'Material: Washed linen, 240 g/m²\nFastening: Hidden zip\nCare: Wash at 30 °C',
    sizeTable:
      'Size | Width (cm) | Height (cm) | Inner (cm)\n45 × 45 cm | 45 | 45 | 48\n60 × 60 cm | 60 | 60 | 63',
  },
  'estuary-art-print': {
    details: 'Paper: Cotton rag, 310 g/m²\nInk: Pigment, 12 colors\nEdition: Open, signed',
    sizeTable:
      'Size | Width | Height\nA4 | 21.0 cm | 29.7 cm\nA3 | 29.7 cm | 42.0 cm\nA2 | 42.0 cm | 59.4 cm',
  },
  'drover-wool-throw': {
    details:
      'Material: 100% lambswool\nSize: 130 × 190 cm\nWeight: 1.1 kg\nCare: Cold wash, dry flat',
  },
  'workshop-apron': {
    details: 'Material: Cotton canvas, 400 g/m²\nFits: 90–120 cm\nPockets: 3\nCare: Wash at 40 °C',
  },
}

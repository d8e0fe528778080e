import type { Disk } from 'flydrive'
import type { Media } from '#contract/media.ts'
import type { Product } from '#contract/product.ts'
import { createCategory } from '../category/category-store.ts'
import { updateCms } from '../cms/cms-store.ts'
import { createPage, getPage, updatePage } from '../cms/page-store.ts'
import { addDomain, keepCheck } from '../domain/domain-store.ts'
import type { ProductDraft } from '../import/product/import-product-draft.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Upload } from '../lib/file/picture-upload.ts'
import { keepUploads } from '../media/media-upload.ts'
import { keepAddress } from '../onboarding/onboarding-store.ts'
import { addMethod } from '../payment-method/payment-method-store.ts'
import { createProduct } from '../product/product-create.ts'
import { activateTheme, listThemes } from '../theme/theme-store.ts'
import {
  categoriesOf,
  categoryPictures,
  draftsOf,
  picturesOf,
  productInput,
} from './demo-catalogue.ts'
import { demoContent } from './demo-content.ts'
import { type DemoCategory, type DemoStore, demoPayment } from './demo-store.ts'

interface Goods {
  store: DemoStore
  businessId: string
  drafts: readonly ProductDraft[]
  /** Every drawing in its sizes, by its name. */
  pictures: ReadonlyMap<string, Upload>
  disk: Disk
}

/** Pictures, categories, products and words of one store, through the same functions that the screens use. */
export async function fillStore(
  tx: Tx,
  { store, businessId, drafts: all, pictures, disk }: Goods,
): Promise<Product[]> {
  const drafts = draftsOf(all, store)
  const wanted = categoriesOf(drafts)
  const names = [...new Set([store.logo, ...categoryPictures(wanted), ...picturesOf(drafts)])]
  const kept = await keepUploads(
    names.flatMap(name => pictures.get(name) ?? []),
    disk,
    businessId,
    work => work(tx),
  )
  const media = new Map(kept.map(medium => [medium.fileName, medium]))

  await tx`update business set logo = ${media.get(store.logo)?.url ?? ''}, created_at = now() - interval '400 days' where id = ${businessId}`
  const categories = new Map<string, string[]>()
  await addCategories(tx, wanted, media, categories)
  const products: Product[] = []
  for (const draft of drafts)
    products.push(await createProduct(tx, productInput(draft, { store, media, categories })))
  // New things are new, all others have been there since the store was opened.
  await tx`
    update product set created_at = now() - interval '380 days' + (position('new' in array_to_string(tags, ' ')) > 0)::int * interval '350 days' + row * interval '95 minutes'
    from (select id as product_id, row_number() over (order by id) as row from product) ranked where id = product_id`
  await writeContent(tx, businessId, store, products)
  if (store.ownDomain) await addOwnDomain(tx, store.ownDomain)
  await keepAddress(tx)
  for (const method of demoPayment(store)) await addMethod(tx, method)
  return products
}

async function addCategories(
  tx: Tx,
  wanted: readonly DemoCategory[],
  media: ReadonlyMap<string, Media>,
  byType: Map<string, string[]>,
  path: readonly string[] = [],
): Promise<void> {
  for (const { name, description, types, picture, status, children = [] } of wanted) {
    const parent = path.at(-1) ?? null
    const { _id } = await createCategory(tx, {
      name,
      description: `<p>${description}</p>`,
      image: media.get(picture)?.url,
      parent,
      ...(status && { status }),
    })
    for (const type of types) byType.set(type, [...(byType.get(type) ?? []), _id])
    await addCategories(tx, children, media, byType, [...path, _id])
  }
}

/** As if its records had been found. The free address stays the primary one: it is the one that opens on this machine. */
async function addOwnDomain(tx: Tx, host: string): Promise<void> {
  const { _id, records } = await addDomain(tx, host)
  await keepCheck(tx, _id, {
    records: records.map(record => ({ ...record, found: true })),
    isOwned: true,
    leadsHere: true,
    isUnsure: false,
  })
}

async function writeContent(
  tx: Tx,
  businessId: string,
  store: DemoStore,
  products: readonly Product[],
): Promise<void> {
  const { aboutUs, contactUs, pages, edit, theme } = demoContent(store.business.name, products)
  for (const [slug, body] of [
    ['about-us', aboutUs],
    ['contact-us', contactUs],
  ] as const) {
    const { _id } = await getPage(tx, slug)
    await updatePage(tx, _id, { body })
  }
  for (const page of pages) await createPage(tx, page)
  await updateCms(tx, edit)
  const chosen = (await listThemes(tx, businessId)).find(({ name }) => name === theme)
  if (chosen) await activateTheme(tx, businessId, chosen._id)
}

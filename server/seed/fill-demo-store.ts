import type { Disk } from 'flydrive'
import type { NavTree } from '#contract/cms/cms-navigation.ts'
import type { Media } from '#contract/product/media.ts'
import type { Product } from '#contract/product/product.ts'
import { createCategory } from '../category/category-store.ts'
import { updateCms } from '../cms/cms-store.ts'
import { createPage, getPage, updatePage } from '../cms/page-store.ts'
import { createDiscount } from '../discount/discount-store.ts'
import { createDomain, saveCheck } from '../domain/domain-store.ts'
import { createFaqQuestion } from '../faq-question/faq-question-store.ts'
import type { ProductDraft } from '../import/product/import-product-draft.ts'
import type { Tx } from '../lib/db/db.ts'
import type { UploadedImage } from '../lib/file/image-upload.ts'
import { saveUploads } from '../media/media-upload.ts'
import { createPaymentMethod } from '../payment-method/payment-method-store.ts'
import { createPost } from '../post/post-store.ts'
import { createProduct } from '../product/product-create.ts'
import { createShippingZone } from '../shipping/shipping-store.ts'
import { getDraft, saveDraft } from '../theme/theme-draft-store.ts'
import { publishDraft } from '../theme/theme-publish-store.ts'
import { activateTheme, listThemes } from '../theme/theme-store.ts'
import {
  createProductInput,
  listCatalogImageNames,
  listCategoryImageNames,
  listImageNames,
  listStoreDrafts,
  listUsedCategories,
} from './demo-catalog.ts'
import type { DemoCategory, DemoContent } from './demo-content.ts'
import { demoDiscounts } from './demo-discounts.ts'
import { listDemoShippingZones } from './demo-shipping.ts'
import { type DemoStore, listDemoPaymentMethods } from './demo-store.ts'
import { createOttermillContent } from './ottermill-content.ts'
import { createSableFoldContent } from './sable-fold-content.ts'
import { toSmallProductInput } from './small-store/small-product.ts'

interface DemoStoreContent {
  store: DemoStore
  storeId: string
  drafts: readonly ProductDraft[]
  /** Encoded images by name. */
  images: ReadonlyMap<string, UploadedImage>
  disk: Disk
}

/** Creates the content of one store with the functions that the API uses. */
export async function fillDemoStore(
  tx: Tx,
  { store, storeId, drafts: catalogDrafts, images, disk }: DemoStoreContent,
): Promise<Product[]> {
  const drafts = store.catalog ? [] : listStoreDrafts(catalogDrafts, store)
  const usedCategories = store.catalog?.categories ?? listUsedCategories(drafts)
  const imageNames = [
    ...new Set([
      store.logo,
      ...listCategoryImageNames(usedCategories),
      ...listImageNames(drafts),
      ...listCatalogImageNames(store),
    ]),
  ]
  const savedMedia = await saveUploads(
    imageNames.flatMap(name => images.get(name) ?? []),
    disk,
    storeId,
    work => work(tx),
  )
  const media = new Map(savedMedia.map(medium => [medium.fileName, medium]))

  await tx`
    update store set logo = ${media.get(store.logo)?.url ?? ''},
      created_at = now() - interval '400 days', shipping_settings = ${tx.json({ handlingDays: 2 })}
    where id = ${storeId}`
  const categories = new Map<string, string[]>()
  await createDemoCategories(tx, usedCategories, { media, categoryIds: categories, parent: null })
  const products: Product[] = []
  for (const input of [
    ...drafts.map(draft => createProductInput(draft, { store, media, categories })),
    ...(store.catalog?.products ?? []).map(product =>
      toSmallProductInput(product, { media, categories }),
    ),
  ])
    products.push(await createProduct(tx, input))
  // Products tagged as new are recent; all others are as old as the store.
  await tx`
    update product set created_at = now() - interval '380 days' + row * interval '95 minutes'
      + (position('new' in array_to_string(tags, ' ')) > 0)::int * interval '350 days'
    from (select id as product_id, row_number() over (order by id) as row from product) ranked
    where id = product_id`
  const content = createContent(store, products, name => media.get(name)?.url ?? '')
  await saveDemoContent(tx, storeId, content)
  if (store.ownDomain) await createVerifiedDomain(tx, store.ownDomain)
  for (const method of listDemoPaymentMethods(store)) await createPaymentMethod(tx, method)
  for (const discount of demoDiscounts) await createDiscount(tx, discount)
  await tx`delete from shipping_zone`
  for (const zone of listDemoShippingZones(store)) await createShippingZone(tx, zone)
  return products
}

interface CategoryContext {
  media: ReadonlyMap<string, Media>
  /** Category ids by product type; the function adds the new ones. */
  categoryIds: Map<string, string[]>
  parent: string | null
}

async function createDemoCategories(
  tx: Tx,
  demoCategories: readonly DemoCategory[],
  { media, categoryIds, parent }: CategoryContext,
): Promise<void> {
  for (const demoCategory of demoCategories) {
    const { name, description, productTypes, image, status, children = [] } = demoCategory
    const { _id } = await createCategory(tx, {
      name,
      description: `<p>${description}</p>`,
      image: media.get(image)?.url,
      parent,
      ...(status && { status }),
    })
    for (const type of productTypes) categoryIds.set(type, [...(categoryIds.get(type) ?? []), _id])
    await createDemoCategories(tx, children, { media, categoryIds, parent: _id })
  }
}

/** Creates a verified domain. The subdomain stays primary because it works on this machine. */
async function createVerifiedDomain(tx: Tx, host: string): Promise<void> {
  const { _id, records } = await createDomain(tx, host, [])
  await saveCheck(tx, _id, {
    records: records.map(record => ({ ...record, found: true })),
    isOwned: true,
    pointsToStore: true,
    isInconclusive: false,
  })
}

/** Returns a menu of all categories, and of the first one at the top level. */
async function createMenu(tx: Tx): Promise<NavTree> {
  const categories = await tx<{ id: string; name: string; parent: string | null }[]>`
    select id, name, parent from category where status = 'visible' order by position, id`
  const toEntry = ({ id, name }: { id: string; name: string }) =>
    ({ label: name, kind: 'category', target: id, newTab: false }) as const
  const roots = categories
    .filter(({ parent }) => parent === null)
    .map(root => ({
      ...toEntry(root),
      children: categories
        .filter(({ parent }) => parent === root.id)
        .map(child => ({ ...toEntry(child), children: [] })),
    }))
  return [{ ...createLink('Shop', '/products'), children: roots }, ...roots.slice(0, 1)]
}

const createLink = (label: string, target: string): NavTree[number] => ({
  label,
  kind: 'url',
  target,
  newTab: false,
  children: [],
})

function createContent(
  { slug, catalog }: DemoStore,
  products: readonly Product[],
  getImage: (name: string) => string,
): DemoContent {
  if (catalog) return catalog.createContent(products, getImage)
  return slug === 'ottermill' ? createOttermillContent(products) : createSableFoldContent(products)
}

async function saveDemoContent(
  tx: Tx,
  storeId: string,
  { aboutUs, contactUs, pages, posts, questions, edit, theme, home }: DemoContent,
): Promise<void> {
  for (const [slug, body] of [
    ['about-us', aboutUs],
    ['contact-us', contactUs],
  ] as const) {
    const { _id } = await getPage(tx, slug)
    await updatePage(tx, _id, { body })
  }
  for (const page of pages) await createPage(tx, page)
  for (const post of posts) await createPost(tx, post)
  for (const question of questions) await createFaqQuestion(tx, question)
  const menu = await createMenu(tx)
  if (posts.length > 0) menu.push(createLink('Journal', '/blog'))
  if (questions.length > 0) menu.push(createLink('FAQ', '/faq'))
  menu.push(createLink('About us', '/pages/about-us'))
  await updateCms(tx, {
    ...edit,
    footer: { ...edit.footer, showNewsletter: true },
    navigation: { header: menu },
  })
  const demoTheme = (await listThemes(tx, storeId)).find(({ name }) => name === theme)
  if (!demoTheme) throw new Error(`There is no theme ${theme}.`)
  const { _id } = await activateTheme(tx, storeId, demoTheme._id)
  const { version, templates } = await getDraft(tx, storeId, _id)
  const edited = { version, templates: { ...templates, home } }
  const draft = await saveDraft(tx, storeId, _id, edited)
  await publishDraft(tx, storeId, _id, { version: draft.version })
}

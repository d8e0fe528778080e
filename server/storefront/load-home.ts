import type { CmsSections } from '#contract/cms.ts'
import type { HomeBlock } from '#contract/cms-home.ts'
import type {
  StorefrontCard,
  StorefrontCategory,
  StorefrontHomeSection,
} from '#contract/storefront-page.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectCards } from './product-cards.ts'
import type { LoadedContent } from './storefront-content.ts'

/** Loads the content of the home page: the slides, then the blocks with their records. */
export async function loadHome(
  tx: Tx,
  { hero, home, seo, identity }: CmsSections,
): Promise<LoadedContent> {
  const blocks = home.blocks.filter(({ enabled }) => enabled)
  const blockSections = await Promise.all(blocks.map(block => loadBlock(tx, block)))
  const slides = hero.enabled ? hero.slides : []
  const sections: StorefrontHomeSection[] = [
    ...(slides.length > 0 ? [{ type: 'hero' as const, id: 'hero', slides }] : []),
    ...blockSections,
  ]
  return {
    content: { kind: 'home', sections },
    head: {
      title: seo.homeTitle || identity.siteTitle,
      description: seo.homeDescription || identity.tagline,
      canonicalPath: '/',
    },
  }
}

async function loadBlock(tx: Tx, block: HomeBlock): Promise<StorefrontHomeSection> {
  const cards = block.type === 'featuredProducts' ? await listFeaturedCards(tx, block) : []
  const categories = block.type === 'categoryGrid' ? await listCategories(tx, block.categories) : []
  return { type: 'block', id: block.id, block, cards, categories }
}

function listFeaturedCards(
  tx: Tx,
  { source, category, products, count }: Extract<HomeBlock, { type: 'featuredProducts' }>,
): Promise<StorefrontCard[]> {
  const chosenCategory = source === 'category' ? category : null
  const condition =
    source === 'chosen'
      ? tx`p.id = any (${products}::uuid[])`
      : tx`(${chosenCategory}::uuid is null or p.id in (
          select product_id from product_category where category_id = ${chosenCategory}))`
  const order =
    source === 'chosen'
      ? tx`array_position(${products}::uuid[], p.id)`
      : tx`p.created_at desc, p.id desc`
  return tx<StorefrontCard[]>`
    select ${selectCards(tx)} from product p
    where p.business_id = current_business() and p.status = 'active' and ${condition}
    order by ${order} limit ${count}`
}

/** Without chosen categories, the first ones at the top level. */
const listCategories = (tx: Tx, ids: readonly string[]): Promise<StorefrontCategory[]> =>
  tx<StorefrontCategory[]>`
    select name, slug, image from category
    where ${ids.length > 0 ? tx`id = any (${ids}::uuid[])` : tx`parent is null`}
    order by ${ids.length > 0 ? tx`array_position(${ids}::uuid[], id)` : tx`position, id`}
    limit 12`

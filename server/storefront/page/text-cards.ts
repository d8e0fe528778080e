import { findTextProducts } from '#contract/lib/text/rich-text-part.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectCardsById } from './section-records.ts'

/** Returns the cards of the products in the texts of a page. Hidden products have none. */
export const loadTextCards = async (
  tx: Tx,
  parts: readonly unknown[],
): Promise<StorefrontFrame['cards']> =>
  Object.fromEntries(await selectCardsById(tx, findTextProducts(parts)))

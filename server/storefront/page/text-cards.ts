import { findTextProducts } from '#contract/lib/text/rich-text-part.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadCards } from '../list/product-cards.ts'

/** Returns the cards of the products in the texts of a page. Hidden products have none. */
export const loadTextCards = async (
  tx: Tx,
  parts: readonly unknown[],
): Promise<StorefrontFrame['cards']> =>
  Object.fromEntries((await loadCards(tx, findTextProducts(parts))).map(card => [card._id, card]))

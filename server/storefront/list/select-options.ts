import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects the options of a product `p`. Values without a swatch have the one that another product of
 * the store gives to them.
 */
export const selectOptions = (tx: Tx) => tx`
  case when p.options <> '[]' and exists (select from product_swatch where store_id = current_store())
    then add_store_swatches(p.options) else p.options end as options`

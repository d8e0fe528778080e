import type { Tx } from '../../lib/db/db.ts'

/** Products with a problem are counted up to this number. */
export const maxCountedProducts = 10_000

export const countProducts = (tx: Tx, condition: ReturnType<Tx>) =>
  tx`(select count(*) from (select 1 from product where ${condition} limit ${maxCountedProducts}) p)`

import type { Address } from '#contract/lib/country/address.ts'
import { getCountryPaper } from '#contract/lib/paper.ts'
import type { OrderPaperSettings } from '#contract/order/order-paper.ts'
import { type Tx, toRow } from '../../lib/db/db.ts'

type StoredPapers = { [K in keyof OrderPaperSettings]: OrderPaperSettings[K] | null }

/** Returns the paper format of each document: the chosen one, or that of the country of the store. */
export async function getPaperSettings(tx: Tx): Promise<OrderPaperSettings> {
  const [row] = await tx<({ address: Address } & StoredPapers)[]>`
    select s.address, p.packing_slip, p.delivery_note, p.receipt
    from store s left join order_paper_setting p on p.store_id = s.id
    where s.id = current_store()`
  const countryPaper = getCountryPaper(row?.address.country)
  return {
    packingSlip: row?.packingSlip ?? countryPaper,
    deliveryNote: row?.deliveryNote ?? countryPaper,
    receipt: row?.receipt ?? countryPaper,
  }
}

export async function updatePaperSettings(
  tx: Tx,
  edit: { [K in keyof OrderPaperSettings]?: OrderPaperSettings[K] | undefined },
): Promise<OrderPaperSettings> {
  const row = toRow(edit)
  if (Object.keys(row).length > 0)
    await tx`
      insert into order_paper_setting ${tx(row)}
      on conflict (store_id) do update set ${tx(row)}, updated_at = now()`
  return getPaperSettings(tx)
}

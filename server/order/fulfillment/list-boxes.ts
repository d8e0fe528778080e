import type { Tx } from '../../lib/db/db.ts'

/** Returns the boxes of the last 200 parcels with a box, the last one first. */
export async function listRecentBoxes(tx: Tx): Promise<string[]> {
  const rows = await tx<{ box: string }[]>`
    select box
    from (
      select box, row_number() over (order by id desc) as position
      from (select id, box from fulfillment where box <> '' order by id desc limit 200) recent
    ) parcel
    group by box order by min(position) limit 20`
  return rows.map(({ box }) => box)
}

import type postgres from 'postgres'
import { otherEventKeys, personalEventKeys } from '../order/fulfillment/event-keys.ts'

/**
 * Fails if the data of an event of an order in the store has a key of which the erasure of a customer does not know
 * whether it is personal.
 */
export async function assertEventKeys(sql: postgres.Sql, storeId: string): Promise<void> {
  const rows = await sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    return tx<{ name: string }[]>`
      select distinct e.type || '.' || key as name from order_event e, jsonb_object_keys(e.data) key
      where key <> all (${[...personalEventKeys, ...otherEventKeys]})`
  })
  if (rows.length > 0)
    throw new Error(`Declare in event-keys.ts: ${rows.map(({ name }) => name).join(', ')}`)
}

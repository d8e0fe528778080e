import type { z } from 'zod'
import {
  maxShippingZones,
  ShippingZone,
  type ShippingZoneInput,
  type shippingApi,
} from '#contract/store/shipping.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    shipping_zone: ShippingZoneInput
  }
}

/** Row values with lists as JSON, which the driver would otherwise send as arrays of PostgreSQL. */
export const toShippingZoneRow = (
  tx: Tx,
  { destinations, rates, ...input }: Partial<ShippingZoneInput>,
) => ({
  ...input,
  ...(destinations && { destinations: tx.json(destinations) }),
  ...(rates && { rates: tx.json(rates) }),
})

const columns = selectColumns(ShippingZone)

export const listShippingZones = (tx: Tx) =>
  batch(
    [tx<ShippingZone[]>`select ${columns(tx)} from shipping_zone order by created_at, id`],
    ([rows]) => [...rows],
  )

async function getShippingZone(tx: Tx, id: string): Promise<ShippingZone> {
  const [row] = await tx<ShippingZone[]>`select ${columns(tx)} from shipping_zone where id = ${id}`
  return assertFound(row, 'shipping_zone_not_found')
}

/** Serializes changes, because a country belongs to one zone and the number of zones is limited. */
const lockShippingZones = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('shipping_zone ' || current_store(), 0))`

/**
 * Creates a zone.
 * @throws Problem 409 shipping_zone_limit, or 409 shipping_zone_overlap on the destination
 */
export async function createShippingZone(tx: Tx, input: ShippingZoneInput): Promise<ShippingZone> {
  await lockShippingZones(tx)
  const [countRow] = await tx<{ number: number }[]>`
    select count(*)::integer as number from shipping_zone`
  if ((countRow?.number ?? 0) >= maxShippingZones)
    throw new Problem(409, 'shipping_zone_limit', { count: maxShippingZones })
  await assertNoOverlap(tx, input, undefined)
  return getShippingZone(
    tx,
    await insertRow(tx, 'shipping_zone', { name: input.name, ...toShippingZoneRow(tx, input) }),
  )
}

/** @throws Problem 409 shipping_zone_overlap on the destination, or 409 version_conflict */
export async function updateShippingZone(
  tx: Tx,
  id: string,
  { version, ...input }: z.infer<typeof shippingApi.update.body>,
): Promise<ShippingZone> {
  await lockShippingZones(tx)
  assertVersion(await getShippingZone(tx, id), version)
  await assertNoOverlap(tx, input, id)
  await updateVersionedRow(tx, 'shipping_zone', id, toShippingZoneRow(tx, input))
  return getShippingZone(tx, id)
}

export async function deleteShippingZone(tx: Tx, id: string): Promise<void> {
  await getShippingZone(tx, id)
  await tx`delete from shipping_zone where id = ${id}`
}

/** A whole country, or the rest of the world, belongs to one zone, so that its rates are clear. */
async function assertNoOverlap(
  tx: Tx,
  { destinations }: Partial<ShippingZoneInput>,
  ownId: string | undefined,
): Promise<void> {
  if (!destinations) return
  const others = await tx<Pick<ShippingZone, 'name' | 'destinations'>[]>`
    select name, destinations from shipping_zone where id is distinct from ${ownId ?? null}`
  const find = (country: string | undefined) =>
    others.find(zone => listWholeCountries(zone.destinations).includes(country))
  if (destinations.length === 0) {
    const other = find(undefined)
    if (other)
      throw createFieldProblem('destinations', 'shipping_zone_overlap', { name: other.name }, 409)
  }
  destinations.forEach((destination, index) => {
    const [country] = listWholeCountries([destination])
    const other = country === undefined ? undefined : find(country)
    if (other)
      throw createFieldProblem(
        `destinations.${index}.country`,
        'shipping_zone_overlap',
        { name: other.name },
        409,
      )
  })
}

/** Returns the countries that belong to a zone as a whole, undefined for the rest of the world. */
const listWholeCountries = (destinations: ShippingZone['destinations']): (string | undefined)[] =>
  destinations.length === 0
    ? [undefined]
    : destinations
        .filter(({ regions, postalCodes }) => regions.length === 0 && postalCodes.length === 0)
        .map(({ country }) => country)

import { Store, type StoreDetail, type StoreInput } from '#contract/store/store.ts'
import type { Config } from '../config.ts'
import { listPage } from '../lib/call/list.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { limitDefaultShippingZone } from '../shipping/rule/default-shipping-zone.ts'
import { checkStoreHandle } from './rule/store-handle.ts'
import { getStoreUrl } from './rule/store-url.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    store: StoreInput
  }
}

type HostConfig = Pick<Config, 'publicAddress' | 'storefrontHost'>

const columns = (tx: Tx, config: HostConfig) => {
  const host = tx`slug || '.' || ${config.storefrontHost}::text`
  const primaryHost = tx`coalesce((select primary_host from find_storefront_host(${host})), ${host})`
  return tx`${selectColumns(Store, { omit: ['host', 'storefrontUrl'] })(tx)}, ${host} as host,
    replace(${getStoreUrl(config, '*')}, '*', ${primaryHost}) as storefront_url`
}

/**
 * Returns the stores of a person. Row-level security hides all others, but would read them: only the
 * memberships of the person lead to the stores by an index.
 */
export const listStores = (
  tx: Tx,
  query: { q?: string | undefined; sort?: string | undefined },
  personId: string,
  config: HostConfig,
) =>
  listPage<Store>(
    tx,
    {
      key: `store ${query.q ?? ''}`,
      from: tx`store`,
      alias: 'store',
      columns: columns(tx, config),
      where: [
        tx`id = any (array(
          select store_id from membership where person_id = ${personId} and status = 'active'))`,
        ...(query.q ? [tx`contains_text(name || ' ' || slug, ${query.q})`] : []),
      ],
      sorts: {
        name: { expression: 'lower(name)', type: 'text' },
        createdAt: { expression: 'created_at', type: 'timestamptz' },
      },
      defaultSort: 'createdAt',
    },
    query,
    personId,
  )

export async function getStore(tx: Tx, id: string, config: HostConfig): Promise<StoreDetail> {
  const [row] = await tx<StoreDetail[]>`
    select ${columns(tx, config)},
      exists (select 1 from "order" where store_id = ${id}) as has_orders
    from store where id = ${id}`
  return assertFound(row, 'store_not_found')
}

export async function updateStore(
  tx: Tx,
  id: string,
  { version, ...input }: Partial<StoreInput> & { version?: number | undefined },
  config: HostConfig,
): Promise<StoreDetail> {
  const [current] = await tx<
    Store[]
  >`select ${columns(tx, config)} from store where id = ${id} for update`
  assertVersion(assertFound(current, 'store_not_found'), version)
  if (input.currency && input.currency !== current?.currency) await assertHasNoOrders(tx)
  if (input.status === 'live' && current?.status !== 'live') await assertEmailVerified(tx)
  if (current?.status === 'closed' && input.status && input.status !== 'closed')
    await assertHasOwner(tx, id)
  if (input.slug && input.slug !== current?.slug) {
    await assertHandleAvailable(tx, input.slug, config.storefrontHost)
    await tx`update domain set domain = ${`${input.slug}.${config.storefrontHost}`} where kind = 'subdomain'`
  }
  await updateVersionedRow(tx, 'store', id, input)
  const country = input.address?.country
  if (country && !current?.address.country) await limitDefaultShippingZone(tx, country)
  return getStore(tx, id, config)
}

/**
 * Checks that the caller has verified their email, because shoppers write to it.
 * @throws Problem 409 email_not_verified
 */
export async function assertEmailVerified(tx: Tx): Promise<void> {
  const [unverifiedPerson] =
    await tx`select 1 from person where id = current_person() and email_verified_at is null`
  if (unverifiedPerson) throw new Problem(409, 'email_not_verified')
}

/**
 * Checks that the store has an active owner. A closed store whose owner has deleted their account
 * has none, and stays closed.
 * @throws Problem 409 no_owner
 */
async function assertHasOwner(tx: Tx, id: string): Promise<void> {
  const [owner] = await tx`
      select 1 from membership m join person p on p.id = m.person_id
      where m.store_id = ${id} and m.role = 'owner' and m.status = 'active'
        and p.disabled_at is null`
  if (!owner) throw new Problem(409, 'no_owner')
}

/** Orders have the currency of the store, so it cannot change after the first order. */
async function assertHasNoOrders(tx: Tx): Promise<void> {
  const [order] = await tx`select 1 from "order" limit 1`
  if (order) throw createFieldProblem('currency', 'currency_fixed')
}

async function assertHandleAvailable(tx: Tx, slug: string, storefrontHost: string): Promise<void> {
  const { problem } = await checkStoreHandle(tx, slug, storefrontHost)
  if (problem === 'reserved') throw createFieldProblem('slug', 'store_url_reserved')
  if (problem) throw createFieldProblem('slug', 'store_url_taken', {}, 409)
}

/** Returns the owner of a store: the caller if they own it, otherwise the first. */
export async function getStoreOwner(
  tx: Tx,
  { storeId, personId }: { storeId: string; personId: string },
): Promise<string> {
  const [row] = await tx<{ personId: string }[]>`
    select person_id from membership
    where store_id = ${storeId} and role = 'owner' and status = 'active'
    order by person_id = ${personId} desc, created_at limit 1`
  return assertFound(row).personId
}

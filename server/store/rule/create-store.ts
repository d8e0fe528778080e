import { slugifyAscii } from '#contract/lib/text/slug.ts'
import type { StoreInput } from '#contract/store/store.ts'
import { getStoreDefaults } from '#contract/store/store-defaults.ts'
import { insertFixedPages } from '../../cms/rule/fixed-pages.ts'
import { createErrorMessage } from '../../lib/call/error-message.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx } from '../../lib/db/db.ts'
import {
  insertDefaultShippingZone,
  type StoreLocation,
} from '../../shipping/rule/default-shipping-zone.ts'
import { insertTaxClasses } from '../../tax/rule/default-tax-class.ts'
import { checkStoreHandle, suggestStoreHandles } from './store-handle.ts'

const statusByProblem = { taken: 409, reserved: 422, invalid: 422 } as const

type StoreHandleOptions = {
  storefrontHost: string
  /** The field of the store handle in the caller's form. */
  field: 'slug' | 'domain'
}

/**
 * Returns the store handle of a new store: the requested one, else a free one derived from the name.
 * @throws Problem 409 or 422 on the field, with suggestions, if the requested handle is unavailable
 */
async function resolveStoreHandle(
  tx: Tx,
  { name, slug: requestedHandle, locale }: StoreInput,
  { storefrontHost, field }: StoreHandleOptions,
): Promise<string> {
  if (requestedHandle === undefined) {
    // Two stores with the same name can be created at once: each gets its own store handle.
    const lockKey = `store address ${slugifyAscii(name, 32, locale) || 'store'}`
    await tx`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`
    const [suggestedHandle] = await suggestStoreHandles(tx, name, locale)
    return suggestedHandle ?? `store-${crypto.randomUUID().slice(0, 8)}`
  }
  const { slug, problem } = await checkStoreHandle(tx, requestedHandle, storefrontHost)
  if (!problem) return slug
  const message = createErrorMessage(`store_url_${problem}`)
  throw new Problem(statusByProblem[problem], message, {
    errors: [{ path: field, ...message }],
    data: { suggestions: await suggestStoreHandles(tx, slug || name, locale) },
  })
}

/** Adds the currency, time zone, language, unit and kind of prices of the country, unless given. */
function withCountryDefaults(input: StoreInput): StoreInput {
  const defaults = getStoreDefaults(input.address?.country ?? '', input)
  if (!defaults) return input
  return {
    ...input,
    currency: input.currency ?? defaults.currency,
    timezone: input.timezone ?? defaults.timezone,
    locale: input.locale ?? defaults.locale,
    weightUnit: input.weightUnit ?? defaults.weightUnit,
    taxIncluded: input.taxIncluded ?? defaults.taxIncluded,
  }
}

/**
 * Creates a store with its owner, order numbers and subdomain, and returns its id. Afterwards the
 * transaction is bound to the new store.
 * @throws Problem 409 or 422 on the field if the requested handle is unavailable
 */
export async function createStore(
  tx: Tx,
  personId: string,
  input: StoreInput,
  handleOptions: StoreHandleOptions,
): Promise<string> {
  const values = withCountryDefaults(input)
  const slug = await resolveStoreHandle(tx, values, handleOptions)
  const [newStore] = await tx<{ id: string }[]>`select new_id() as id`
  if (!newStore) throw new Error('The database returned no id for the new store.')
  await tx`
    select set_config('app.store_id', ${newStore.id}, true),
      set_config('app.person_id', ${personId}, true)`
  try {
    await insertRow(tx, 'store', {
      ...values,
      _id: newStore.id,
      slug,
      createdBy: personId,
    })
  } catch (error) {
    // Another transaction took the store handle after the check.
    if (
      error instanceof Error &&
      'constraint_name' in error &&
      error.constraint_name === 'store__slug__taken'
    )
      throw createFieldProblem(handleOptions.field, 'store_url_taken', {}, 409)
    throw error
  }
  const [store] = await tx<(StoreLocation & { name: string })[]>`
    select name, locale, currency, address from store where id = ${newStore.id}`
  await Promise.all([
    ...(store
      ? [
          insertFixedPages(tx, store),
          insertDefaultShippingZone(tx, store),
          // A store with a rate of its own needs none of its country.
          insertTaxClasses(tx, store, { hasRate: input.defaultTaxRate !== undefined }),
        ]
      : []),
    tx`
      insert into membership (person_id, store_id, role)
      values (${personId}, ${newStore.id}, 'owner')`,
    tx`insert into order_counter (store_id) values (${newStore.id})`,
    tx`
      insert into domain (domain, kind, status, is_primary)
      values (${`${slug}.${handleOptions.storefrontHost}`}, 'subdomain', 'active', true)`,
    tx`update person set last_store_id = ${newStore.id} where id = ${personId}`,
  ])
  return newStore.id
}

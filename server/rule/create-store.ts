import type { BusinessInput } from '#contract/business.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { failField, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { slugify } from '../lib/text/slug.ts'
import { checkStoreHandle, suggestStoreHandles } from './store-handle.ts'

const statusByProblem = { taken: 409, reserved: 422, invalid: 422 } as const

/** The address a new store gets: the wanted one or a refusal on its field, else one made from the name. */
async function resolveStoreHandle(
  tx: Tx,
  name: string,
  requestedHandle: string | undefined,
  storefrontHost: string,
  field: string,
): Promise<string> {
  if (requestedHandle === undefined) {
    // Two stores of one name opened at once: neither is refused for an address that nobody typed.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`store address ${slugify(name, 'store', 32)}`}, 0))`
    const [suggestedHandle] = await suggestStoreHandles(tx, name)
    return suggestedHandle ?? `store-${crypto.randomUUID().slice(0, 8)}`
  }
  const { slug, problem } = await checkStoreHandle(tx, requestedHandle, storefrontHost)
  if (!problem) return slug
  const message = createErrorMessage(`store_address_${problem}`)
  throw new Problem(statusByProblem[problem], message, {
    errors: [{ path: field, ...message }],
    data: { suggestions: await suggestStoreHandles(tx, slug || name) },
  })
}

/**
 * Opens a store for a person: the row, their ownership, its order numbers and its free address, or nothing.
 * Afterwards the transaction stands in the new store. `field` is what the caller's form calls the address.
 */
export async function createStore(
  tx: Tx,
  personId: string,
  input: BusinessInput,
  storefrontHost: string,
  field: 'slug' | 'domain',
): Promise<string> {
  const slug = await resolveStoreHandle(tx, input.name, input.slug, storefrontHost, field)
  const [newStore] = await tx<{ id: string }[]>`select new_id() as id`
  if (!newStore) throw new Error('no id was made')
  await tx`select set_config('app.business_id', ${newStore.id}, true), set_config('app.person_id', ${personId}, true)`
  try {
    await insertRow(tx, 'business', { ...input, _id: newStore.id, slug, createdBy: personId })
  } catch (error) {
    // Somebody took it between the check and the insert.
    if (
      error instanceof Error &&
      'constraint_name' in error &&
      error.constraint_name === 'business__domain__taken'
    )
      throw failField(field, 'store_address_taken', {}, 409)
    throw error
  }
  await Promise.all([
    tx`insert into membership (person_id, business_id, role) values (${personId}, ${newStore.id}, 'owner')`,
    tx`insert into order_counter (business_id) values (${newStore.id})`,
    tx`insert into domain (domain, kind, status, is_primary) values (${`${slug}.${storefrontHost}`}, 'subdomain', 'active', true)`,
    tx`update person set last_business_id = ${newStore.id} where id = ${personId}`,
  ])
  return newStore.id
}

import type { BusinessInput } from '#contract/business.ts'
import { Problem, refuseField } from '../lib/call/problem.ts'
import { insert, type Tx } from '../lib/db/db.ts'
import { slugOf } from '../lib/text/slug.ts'
import { checkAddress, suggestAddresses } from './store-address.ts'

const faults = {
  taken: [409, 'This address is already in use.'],
  reserved: [422, 'This address is reserved.'],
  invalid: [422, 'An address has 3 to 40 letters, digits or single dashes.'],
} as const

/** The address a new store gets: the wanted one or a refusal on its field, else one made from the name. */
async function addressFor(
  tx: Tx,
  name: string,
  wanted: string | undefined,
  zone: string,
  field: string,
): Promise<string> {
  if (wanted === undefined) {
    // Two stores of one name opened at once: neither is refused for an address that nobody typed.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`store address ${slugOf(name, 'store', 32)}`}, 0))`
    const [free] = await suggestAddresses(tx, name)
    return free ?? `store-${crypto.randomUUID().slice(0, 8)}`
  }
  const { slug, fault } = await checkAddress(tx, wanted, zone)
  if (!fault) return slug
  const [status, message] = faults[fault]
  throw new Problem(status, fault, message, {
    errors: [{ path: field, code: fault, message }],
    data: { suggestions: await suggestAddresses(tx, slug || name) },
  })
}

/**
 * Opens a store for a person: the row, their ownership, its order numbers and its free address, or nothing.
 * Afterwards the transaction stands in the new store. `field` is what the caller's form calls the address.
 */
export async function openStore(
  tx: Tx,
  personId: string,
  input: BusinessInput,
  zone: string,
  field: 'slug' | 'domain',
): Promise<string> {
  const slug = await addressFor(tx, input.name, input.slug, zone, field)
  const [made] = await tx<{ id: string }[]>`select new_id() as id`
  if (!made) throw new Error('no id was made')
  await tx`select set_config('app.business_id', ${made.id}, true), set_config('app.person_id', ${personId}, true)`
  try {
    await insert(tx, 'business', { ...input, _id: made.id, slug, createdBy: personId })
  } catch (error) {
    // Somebody took it between the check and the insert.
    if (
      error instanceof Error &&
      'constraint_name' in error &&
      error.constraint_name === 'business__domain__taken'
    )
      throw refuseField(field, 'taken', faults.taken[1], 409)
    throw error
  }
  await Promise.all([
    tx`insert into membership (person_id, business_id, role) values (${personId}, ${made.id}, 'owner')`,
    tx`insert into order_counter (business_id) values (${made.id})`,
    tx`insert into domain (domain, kind, status, is_primary) values (${`${slug}.${zone}`}, 'subdomain', 'active', true)`,
    tx`update person set last_business_id = ${made.id} where id = ${personId}`,
  ])
  return made.id
}

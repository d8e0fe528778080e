import { listSlugs, maxSlugLength, slugify } from '#contract/lib/text/slug.ts'
import type { Tx } from './db.ts'

type SlugTable = 'product' | 'category' | 'page' | 'post'

/**
 * Returns the slug of a name, or the first of `slug-2`, `slug-3`, … that no row of the store has.
 * Another transaction can take it meanwhile: `reserveFreeSlug` is for new rows.
 */
export const findFreeSlug = async (tx: Tx, table: SlugTable, name: string): Promise<string> =>
  selectFreeSlug(tx, table, await loadPreferredSlug(tx, table, name))

/**
 * Returns the free slug for a row that the transaction inserts. Concurrent transactions with the same
 * slug wait for each other, so each gets its own.
 */
export async function reserveFreeSlug(tx: Tx, table: SlugTable, name: string): Promise<string> {
  const preferredSlug = await loadPreferredSlug(tx, table, name)
  // `execute` sends the lock first. Without it, the driver would send the lock last.
  const lock = tx`
    select pg_advisory_xact_lock(
      hashtextextended(current_store()::text || ${`${table} ${toBaseSlug(preferredSlug)}`}::text, 0))`.execute()
  const [slug] = await Promise.all([selectFreeSlug(tx, table, preferredSlug), lock])
  return slug
}

/** Returns the locale of the store, whose language spells slugs. */
export async function loadStoreLocale(tx: Tx): Promise<string> {
  const [store] = await tx<{ locale: string }[]>`
    select locale from store where id = current_store()`
  return store?.locale ?? ''
}

/** Only names with letters that languages spell differently need the locale. */
async function loadPreferredSlug(tx: Tx, table: SlugTable, name: string): Promise<string> {
  const [slug, ...otherSlugs] = listSlugs(name)
  const preferredSlug =
    otherSlugs.length > 0 ? slugify(name, maxSlugLength, await loadStoreLocale(tx)) : slug
  return preferredSlug || table
}

/** Returns the part of a slug before a number. */
const toBaseSlug = (preferredSlug: string) => slugify(preferredSlug, 100)

async function selectFreeSlug(tx: Tx, table: SlugTable, preferredSlug: string): Promise<string> {
  const [row] = await tx`
    select 1 from ${tx(table)} where store_id = current_store() and slug = ${preferredSlug}`
  if (!row) return preferredSlug
  const base = toBaseSlug(preferredSlug)
  const candidates = [
    ...Array.from({ length: 98 }, (_, i) => `${base}-${i + 2}`),
    `${base}-${crypto.randomUUID().slice(0, 13)}`,
  ]
  const [freeCandidate] = await tx<{ slug: string }[]>`
    select c.slug from unnest(${candidates}::text[]) with ordinality as c(slug, rank)
    where not exists (
      select 1 from ${tx(table)} t where t.store_id = current_store() and t.slug = c.slug)
    order by c.rank limit 1`
  return freeCandidate?.slug ?? preferredSlug
}

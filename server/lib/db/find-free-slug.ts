import { slugify } from '#contract/lib/text/slug.ts'
import type { Tx } from './db.ts'

type SlugTable = 'product' | 'category' | 'page'

/**
 * Returns the slug of a name, or the first of `slug-2`, `slug-3`, … that no row of the store has.
 * Another transaction can take it meanwhile: `reserveFreeSlug` is for new rows.
 */
export async function findFreeSlug(tx: Tx, table: SlugTable, name: string): Promise<string> {
  const { preferredSlug, base } = getSlugBase(table, name)
  const candidates = [
    preferredSlug,
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

/**
 * Returns the free slug for a row that the transaction inserts. Concurrent transactions with the same
 * slug wait for each other, so each gets its own.
 */
export async function reserveFreeSlug(tx: Tx, table: SlugTable, name: string): Promise<string> {
  const { base } = getSlugBase(table, name)
  await tx`
    select pg_advisory_xact_lock(
      hashtextextended(current_store()::text || ${`${table} ${base}`}::text, 0))`
  return findFreeSlug(tx, table, name)
}

function getSlugBase(table: SlugTable, name: string) {
  const preferredSlug = slugify(name) || table
  return { preferredSlug, base: slugify(preferredSlug, 100) }
}

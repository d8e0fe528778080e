import { type AppliedMigration, baseline, formatMigration } from '../lib/db/own-migrations.ts'
import type { Sql } from '../lib/db/pool.ts'
import { hashText } from '../lib/db/sql-file.ts'
import { StartupError } from '../startup-error.ts'

/** Returns whether the migrations are exactly those that the baseline replaced. */
export const areReplacedMigrations = (lines: readonly string[]) =>
  hashText(lines.toSorted().join('\n')) === baseline.sha256

/** Constraints that kept the name of a table or column that was renamed since. */
export const renamedConstraints = [
  ['api_key', 'api_key_made_by_fkey', 'api_key_created_by_fkey'],
  ['ownership_offer', 'ownership_offer_from_person_fkey', 'ownership_offer_sender_id_fkey'],
  ['ownership_offer', 'ownership_offer_to_person_fkey', 'ownership_offer_recipient_id_fkey'],
  ['search_word', 'search_word_thing_check', 'search_word_entity_check'],
  ['stored_order_tally', 'order_tally_business_id_fkey', 'stored_order_tally_business_id_fkey'],
  ['stored_sales_day', 'sales_day_business_id_fkey', 'stored_sales_day_business_id_fkey'],
  ['stored_sales_top', 'sales_top_business_id_fkey', 'stored_sales_top_business_id_fkey'],
  ['theme', 'theme_version_id_fkey', 'theme_business_id_id_version_id_fkey'],
  ['webhook', 'webhook_made_by_fkey', 'webhook_created_by_fkey'],
] as const

/**
 * Upgrades the database of the last version before the baseline. Its tables are those of the
 * baseline already, so that only names change. All functions are applied again.
 * @throws StartupError when the database is in any other state.
 */
export async function adoptDatabase(tx: Sql, applied: readonly AppliedMigration[]): Promise<void> {
  if (!areReplacedMigrations(applied.map(formatMigration)))
    throw new StartupError(
      'The data belongs to an earlier version of Storewright that this version cannot update ' +
        `(its last migration is ${applied.at(-1)?.name}). Start the version whose last migration is ` +
        `${baseline.lastReplaced} once, then start this version again. Nothing was changed.`,
    )
  const renameStatements = renamedConstraints.map(
    ([table, from, to]) => `alter table ${table} rename constraint ${from} to ${to}`,
  )
  await tx.unsafe(renameStatements.join(';\n')).simple()
  await tx`delete from public.migration`
  await tx`delete from public.sql_function`
}

import type postgres from 'postgres'

/** A table in a backup, with the columns that are not generated. */
export type BackupTable = { name: string; columns: string[] }
export type BackupSequence = { name: string; last: string; isCalled: boolean }
type BackupTx = postgres.ReservedSql | postgres.TransactionSql

/** Tables whose rows depend only on the version of the code. The migration creates them. */
const codeTables = ['public.migration', 'public.sql_function', 'graphile_worker.migrations']

/**
 * Returns the tables of Storewright and of the job queue, without unlogged tables, which a crash
 * empties.
 */
export function listTables(tx: BackupTx): Promise<BackupTable[]> {
  return tx<BackupTable[]>`
    select n.nspname || '.' || c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attname
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker')
      and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and n.nspname || '.' || c.relname <> all (${codeTables})
    order by 1`
}

/** Returns the tables of which the current role cannot read every row. */
export async function listUnreadableTables(tx: BackupTx): Promise<string[]> {
  const unreadableTables = await tx<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker')
      and c.relkind in ('r', 'p') and not c.relispartition and row_security_active(c.oid)
      and (
        not exists (
          select 1 from pg_policy p
          where p.polrelid = c.oid and p.polname = 'backup' and pg_has_role(p.polroles[1], 'usage'))
        or exists (
          select 1 from pg_policy p
          where p.polrelid = c.oid and not p.polpermissive and 0 = any (p.polroles)))
    order by 1`
  return unreadableTables.map(({ name }) => name)
}

export async function listSequences(tx: BackupTx): Promise<BackupSequence[]> {
  const names = await tx<{ name: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1`
  const states = await Promise.all(
    names.map(({ name }) =>
      tx.unsafe<{ last: string; isCalled: boolean }[]>(
        `select last_value::text as last, is_called as "isCalled" from ${name}`,
      ),
    ),
  )
  return names.map(({ name }, index) => ({
    name,
    last: states[index]?.[0]?.last ?? '1',
    isCalled: states[index]?.[0]?.isCalled ?? false,
  }))
}

/** Returns the migrations of the database, which must be the same when a backup is restored. */
export async function listMigrations(tx: BackupTx): Promise<string[]> {
  const ownMigrations = await tx<
    { step: string }[]
  >`select name || ' ' || sha256 as step from public.migration order by name`
  const queueMigrations = await tx<
    { step: string }[]
  >`select 'queue ' || max(id) as step from graphile_worker.migrations`
  return [...ownMigrations, ...queueMigrations].map(({ step }) => step)
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
export const quoteTableName = (table: string) => table.split('.').map(quoteName).join('.')
export const formatColumnList = ({ columns }: BackupTable) => columns.map(quoteName).join(', ')

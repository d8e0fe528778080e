import type { RunInTransaction } from '../lib/db/db.ts'
import type { Sql } from '../lib/db/pool.ts'
import type { SqlFile } from '../lib/db/sql-file.ts'
import { lockTimeout, retryWhileLocked } from './backup/retry-while-locked.ts'
import { readFunctionFiles } from './function-files.ts'

/**
 * Applies the new and changed function files in one transaction. Runs after the migrations, because
 * a file can use any table and any other function.
 */
export async function applyChangedFunctions(
  sql: Sql,
  folder: string,
  runInTransaction: RunInTransaction,
): Promise<void> {
  const files = await readFunctionFiles(folder)
  if (await areFunctionsApplied(sql, files)) return
  await retryWhileLocked(() => runInTransaction(tx => applyFunctions(tx, files)))
}

async function areFunctionsApplied(sql: Sql, files: SqlFile[]): Promise<boolean> {
  const [tableCheck] = await sql`select to_regclass('public.sql_function') as name`
  if (!tableCheck?.name) return files.length === 0
  return (await listChangedFiles(sql, files)).length === 0
}

async function listChangedFiles(sql: Sql, files: SqlFile[]): Promise<SqlFile[]> {
  const rows = await sql<
    { name: string; sha256: string }[]
  >`select name, sha256 from public.sql_function`
  const appliedHashes = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  return files.filter(({ name, sha256 }) => appliedHashes.get(name) !== sha256)
}

async function applyFunctions(tx: Sql, files: SqlFile[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
  await tx`
    create table if not exists public.sql_function (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const changedFiles = await listChangedFiles(tx, files)
  await tx`
    select set_config('lock_timeout', ${lockTimeout}, true), set_config('statement_timeout', '0', true)`
  // Functions call each other: the first pass creates them unchecked, the second checks their
  // bodies.
  for (const checksBodies of ['off', 'on']) {
    await tx`select set_config('check_function_bodies', ${checksBodies}, true)`
    for (const file of changedFiles) await applyFile(tx, file)
  }
  await tx`
    insert into public.sql_function (name, sha256)
    select * from unnest(
      ${changedFiles.map(({ name }) => name)}::text[], ${changedFiles.map(({ sha256 }) => sha256)}::text[])
    on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`
  await tx`delete from public.sql_function where name <> all (${files.map(({ name }) => name)})`
}

async function applyFile(tx: Sql, { name, text }: SqlFile): Promise<void> {
  await tx
    .unsafe(text)
    .simple()
    .catch(error => {
      throw new Error(`The function file ${name}.sql failed: ${error.message}`, { cause: error })
    })
}

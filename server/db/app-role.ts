import { createHmac } from 'node:crypto'
import type { RunInTransaction } from '../lib/db/db.ts'
import type { Sql } from '../lib/db/pool.ts'
import { replaceCredentials } from '../lib/primary/database-hosts.ts'
import { loadInstallation } from '../lib/security/installation.ts'
import { StartupError } from '../startup-error.ts'

const roleSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
}

/**
 * Creates the database role that serves requests if it is missing, and returns its connection URL.
 * The password is derived from the secret of the installation, so that every process can compute
 * it.
 */
export async function ensureAppRole(
  sql: Sql,
  runInTransaction: RunInTransaction,
  ownerUrl: string,
  secretKey: string | undefined,
): Promise<string> {
  const installation = await loadInstallation(sql, secretKey)
  const role = `storewright_app_${installation.id.slice(0, 8)}`
  const password = createHmac('sha256', installation.secret)
    .update('password of the application role')
    .digest('base64url')
  const settings = Object.entries(roleSettings).map(([name, value]) => `${name}=${value}`)
  const [roleCheck] = await sql`
    select pg_has_role(oid, 'storewright_app', 'member')
      and coalesce((
        select array_agg(s order by s)
        from unnest((select setconfig from pg_db_role_setting where setrole = oid and setdatabase = 0)) s
      ), '{}') @> ${settings} as complete
    from pg_roles where rolname = ${role}`
  if (!roleCheck?.complete) {
    await runInTransaction(tx => createAppRole(tx, role, password)).catch(error => {
      if (error.code !== '42501') throw error
      throw new StartupError(
        'The role of DATABASE_URL cannot create roles. Grant it CREATEROLE, ' +
          'or set DATABASE_APP_URL to a role that is a member of storewright_app.',
      )
    })
  }
  return replaceCredentials(ownerUrl, role, password)
}

async function createAppRole(tx: Sql, role: string, password: string) {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
  const [existingRole] = await tx`select 1 from pg_roles where rolname = ${role}`
  // Utility statements take no parameters. Both values come from this code and contain no quote.
  if (!existingRole)
    await tx.unsafe(
      `create role ${role} login inherit nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`,
    )
  await tx.unsafe(`grant storewright_app to ${role}`)
  for (const [name, value] of Object.entries(roleSettings))
    await tx.unsafe(`alter role ${role} set ${name} = '${value}'`)
}

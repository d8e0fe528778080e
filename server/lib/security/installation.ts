import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import { StartupError } from '../../startup-error.ts'
import { seal, unseal } from './seal.ts'

/** What all processes on a database share: its identity, and the one secret that keys are derived from. */
export type Installation = { id: string; secret: Uint8Array }

/**
 * Reads it, as the owner. With a `secretKey` the secret lies sealed in the database, from the first start on that has one; what
 * was derived from it stays good. Must not be called in a transaction. Fails with a StartProblem where it is sealed and the key is missing or another.
 */
export async function loadInstallation(
  sql: postgres.Sql,
  secretKey: string | undefined,
): Promise<Installation> {
  const [row] = await sql<
    (Installation & { sealed: boolean })[]
  >`select id, secret, is_sealed as sealed from installation`
  if (!row)
    throw new StartupError(
      'The database has lost the row of its table installation; restore it from a backup.',
    )
  if (secretKey === undefined) {
    if (row.sealed)
      throw new StartupError(
        'The secret of this installation is sealed by a SECRET_KEY; set the same one.',
      )
    return row
  }
  const key = createHmac('sha256', secretKey).update('secret of the installation').digest()
  if (row.sealed) return { id: row.id, secret: unsealSecret(key, row) }
  const sealed = seal(key, row.id, Buffer.from(row.secret).toString('base64'))
  const { count } =
    await sql`update installation set secret = ${sealed}, is_sealed = true where not is_sealed`
  // Or the row as it was would stay in its file, which a copy of the disk takes along.
  if (count > 0) await sql.unsafe('vacuum full installation')
  // Read again: a process that started beside this one may have been first, with another key.
  return loadInstallation(sql, secretKey)
}

function unsealSecret(key: Uint8Array, { id, secret }: Installation): Uint8Array {
  try {
    return Buffer.from(unseal(key, id, secret), 'base64')
  } catch {
    throw new StartupError('SECRET_KEY is not the one that this installation was sealed by.')
  }
}

import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import { StartupError } from '../../startup-error.ts'
import { decryptSecret, encryptSecret } from './encrypt-secret.ts'

/** The values that all processes on a database share: an id, and the secret from which keys are derived. */
export type Installation = { id: string; secret: Uint8Array }

/**
 * Reads the installation, as the owner of the tables. With a `secretKey`, the first start encrypts
 * the secret in the database; derived keys stay valid. Must not be called in a transaction.
 * @throws StartupError if the secret is encrypted and the key is missing or different
 */
export async function loadInstallation(
  sql: postgres.Sql,
  secretKey: string | undefined,
): Promise<Installation> {
  const [row] = await sql<(Installation & { isEncrypted: boolean })[]>`
    select id, secret, is_encrypted as "isEncrypted" from installation`
  if (!row)
    throw new StartupError(
      'The table installation of the database is empty. Restore the table from a backup.',
    )
  if (secretKey === undefined) {
    if (row.isEncrypted)
      throw new StartupError(
        'The secret of this installation is encrypted with a SECRET_KEY. Set the same SECRET_KEY.',
      )
    return row
  }
  const key = createHmac('sha256', secretKey).update('secret of the installation').digest()
  if (row.isEncrypted) return { id: row.id, secret: decryptInstallationSecret(key, row) }
  const encrypted = encryptSecret(key, row.id, Buffer.from(row.secret).toString('base64'))
  const { count } =
    await sql`update installation set secret = ${encrypted}, is_encrypted = true where not is_encrypted`
  // Removes the old version of the row from the disk, because a copy of the disk would contain it.
  if (count > 0) await sql.unsafe('vacuum full installation')
  // Read again, because another process may have encrypted it first, with another key.
  return loadInstallation(sql, secretKey)
}

function decryptInstallationSecret(key: Uint8Array, { id, secret }: Installation): Uint8Array {
  try {
    return Buffer.from(decryptSecret(key, id, secret), 'base64')
  } catch {
    throw new StartupError(
      'SECRET_KEY differs from the one that encrypted this installation. Set the original SECRET_KEY.',
    )
  }
}

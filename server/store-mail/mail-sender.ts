import type { Tx } from '../lib/db/db.ts'
import type { MailSignature } from '../lib/mail/mail-content.ts'
import { decryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'

/** Each store has a selector of its own, so that two stores can share a domain. */
export const getDkimSelector = (id: string) => `storewright-${id.slice(-12)}`

type SenderRow = { id: string; address: string; secret: Uint8Array }

/** Returns the address of the store's own domain while its records are verified. */
export async function loadMailSender(
  keys: Pick<SecretKeys, 'mailDomain'>,
  tx: Tx,
): Promise<{ address?: string; signature?: MailSignature }> {
  const [row] = await tx<SenderRow[]>`
    select id, address, secret from mail_domain where is_verified`
  if (!row) return {}
  return {
    address: row.address,
    signature: {
      domainName: row.address.slice(row.address.lastIndexOf('@') + 1),
      keySelector: getDkimSelector(row.id),
      privateKey: decryptSecret(keys.mailDomain, row.id, row.secret),
    },
  }
}

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type MailDomain,
  type MailRecord,
  mailRecordPurposes,
} from '#contract/store/mail-domain.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { encryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { getDkimSelector } from '../store-mail/mail-sender.ts'
import { listMailRecords } from './mail-records.ts'

type StoredMailDomain = Pick<MailDomain, 'address' | 'isVerified' | 'lastCheckedAt'> & {
  id: string
  publicKey: string
  foundRecords: MailRecord['purpose'][]
}

export async function findMailDomain(tx: Tx): Promise<StoredMailDomain | undefined> {
  const [row] = await tx<StoredMailDomain[]>`
    select id, address, public_key, found_records, is_verified, last_checked_at from mail_domain`
  return row
}

export const getMailDomain = async (tx: Tx): Promise<StoredMailDomain> =>
  assertFound(await findMailDomain(tx), 'domain_not_found')

export const getAddressDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1)

export const listRecordRules = (
  { id, address, publicKey }: StoredMailDomain,
  serverDomain: string,
) =>
  listMailRecords({
    domain: getAddressDomain(address),
    selector: getDkimSelector(id),
    publicKey,
    serverDomain,
  })

export const toMailDomain = (stored: StoredMailDomain, serverDomain: string): MailDomain => ({
  address: stored.address,
  isVerified: stored.isVerified,
  lastCheckedAt: stored.lastCheckedAt,
  records: listRecordRules(stored, serverDomain).map(({ isMet: _, ...record }) => ({
    ...record,
    found: stored.foundRecords.includes(record.purpose),
  })),
})

/**
 * Sets the sender of the store. Another address of the same domain keeps the key and its records;
 * another domain gets a new key.
 */
export async function setMailDomain(
  tx: Tx,
  keys: Pick<SecretKeys, 'mailDomain'>,
  address: string,
): Promise<StoredMailDomain> {
  const current = await findMailDomain(tx)
  if (current && getAddressDomain(current.address) === getAddressDomain(address)) {
    await tx`update mail_domain set address = ${address}`
    return getMailDomain(tx)
  }
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const [row] = await tx<{ id: string }[]>`select new_id() as id`
  const id = assertFound(row, 'domain_not_found').id
  await tx`delete from mail_domain`
  await tx`
    insert into mail_domain (id, address, public_key, secret)
    values (${id}, ${address}, ${publicKey.toString('base64')},
      ${encryptSecret(keys.mailDomain, id, privateKey)})`
  return getMailDomain(tx)
}

/** Stores the records that were found, unless the domain has changed since. */
export async function saveFoundRecords(
  tx: Tx,
  id: string,
  found: readonly MailRecord['purpose'][] | undefined,
): Promise<void> {
  if (!found) {
    await tx`update mail_domain set last_checked_at = now() where id = ${id}`
    return
  }
  const isVerified = mailRecordPurposes.every(purpose => found.includes(purpose))
  await tx`
    update mail_domain
    set found_records = ${[...found]}, is_verified = ${isVerified}, last_checked_at = now()
    where id = ${id}`
}

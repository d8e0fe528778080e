import type { AccountPasskey } from '#contract/account/account-passkey.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { createPasskeyRejectedProblem } from './passkey-challenge.ts'
import type { StoredPasskey } from './passkey-verification.ts'

/** Limits the list of passkeys that every unlock sends to the browser. */
const maxPasskeys = 20

export type PasskeyValues = {
  id: string
  publicKey: Uint8Array
  counter: number
  isSynced: boolean
  name: string
  transports: string
}
export type CredentialDescriptor = { id: string; type: 'public-key'; transports: string[] }

export const listPasskeys = async (tx: Tx, personId: string): Promise<AccountPasskey[]> => [
  ...(await tx<AccountPasskey[]>`
    select id as "_id", name, is_synced, created_at, last_used_at from passkey
    where person_id = ${personId} order by created_at desc, id desc limit ${maxPasskeys}`),
]

/** Returns the passkeys of a person in the form that browsers expect. */
export async function listCredentialDescriptors(
  tx: Tx,
  personId: string,
): Promise<CredentialDescriptor[]> {
  const rows = await tx<{ credentialId: Uint8Array; transports: string }[]>`
    select credential_id, transports from passkey
    where person_id = ${personId} order by last_used_at desc nulls last limit ${maxPasskeys}`
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString('base64url'),
    type: 'public-key',
    transports: transports ? transports.split(',') : [],
  }))
}

export async function findPasskey(
  tx: Tx,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [row] = await tx<StoredPasskey[]>`
    select k.id, k.person_id, k.credential_id, k.public_key,
      k.counter::double precision as counter
    from passkey k join person p on p.id = k.person_id
    where k.credential_id = ${Buffer.from(credentialId, 'base64url')} and p.disabled_at is null`
  return row
}

export async function createPasskey(
  tx: Tx,
  personId: string,
  { id, publicKey, counter, isSynced, name, transports }: PasskeyValues,
): Promise<AccountPasskey> {
  await tx`select 1 from person where id = ${personId} for update`
  if ((await listPasskeys(tx, personId)).length >= maxPasskeys)
    throw new Problem(409, 'passkey_limit', { count: maxPasskeys })
  const [row] = await tx<AccountPasskey[]>`
    insert into passkey (person_id, credential_id, public_key, counter, is_synced, name, transports)
    values (${personId}, ${Buffer.from(id, 'base64url')}, ${Buffer.from(publicKey)}, ${counter},
      ${isSynced}, ${name}, ${transports})
    returning id as "_id", name, is_synced, created_at, last_used_at`
  return assertFound(row, 'passkey_not_found')
}

/**
 * Records the use of a passkey. Rejects a passkey that was deleted in the meantime, and a counter
 * that did not increase, because it shows that the passkey was copied.
 * @throws Problem 400 passkey_rejected
 */
export async function recordPasskeyUse(
  tx: Tx,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<void> {
  const updatedRows = await tx`
    update passkey set last_used_at = now(), counter = ${counter}, is_synced = ${isSynced}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning 1`
  if (updatedRows.length === 0) throw createPasskeyRejectedProblem()
}

export async function renamePasskey(
  tx: Tx,
  personId: string,
  id: string,
  name: string,
): Promise<AccountPasskey> {
  const [row] = await tx<AccountPasskey[]>`
    update passkey set name = ${name} where id = ${id} and person_id = ${personId}
    returning id as "_id", name, is_synced, created_at, last_used_at`
  return assertFound(row, 'passkey_not_found')
}

export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<void> {
  const [row] = await tx<
    { id: string }[]
  >`delete from passkey where id = ${id} and person_id = ${personId} returning id`
  assertFound(row, 'passkey_not_found')
}

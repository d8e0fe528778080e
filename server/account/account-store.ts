import type { Person, Preferences, PreferencesChange, Signup } from '#contract/account/account.ts'
import { type Ability, getBuiltInAbilities } from '#contract/lib/call/permission.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { createAccountEvent } from './account-event.ts'

type PersonRow = Omit<Person, 'id' | 'role' | 'isOwner' | 'ability' | 'business' | 'avatar'> & {
  avatar: string
  storeId: string | null
  role: string | null
  abilities: Ability[] | null
}

/**
 * Returns the person with their role in the preferred store, or else in the store they used last. A
 * person without a store has no abilities.
 */
export async function getPerson(
  tx: Tx,
  personId: string,
  preferredStoreId: string | null = null,
): Promise<Person> {
  const [row] = await tx<PersonRow[]>`
    select p.id as "_id", p.full_name, p.username, p.email,
      p.email_verified_at is not null as is_email_verified, p.needs_credential_review, p.avatar,
      p.preferences, p.created_at,
      m.store_id, m.role, coalesce(m.abilities, r.ability) as abilities
    from person p
      left join lateral (
        select store_id, role, abilities from membership
        where person_id = p.id and status = 'active'
        order by store_id = ${preferredStoreId}::uuid desc nulls last,
          store_id = p.last_store_id desc nulls last, store_id
        limit 1
      ) m on true
      left join role r on r.store_id = m.store_id and r.role = m.role
    where p.id = ${personId}`
  if (!row) throw new Error(`Person ${personId} does not exist.`)
  const { abilities, role, avatar, storeId, ...person } = row
  return {
    ...person,
    id: person._id,
    avatar: avatar || null,
    business: storeId,
    role: toSessionRole(role),
    isOwner: role === 'owner',
    ability: abilities ?? getBuiltInAbilities(role ?? ''),
  }
}

/** Returns `admin` for owners and administrators, as the specification names their role. */
const toSessionRole = (role: string | null) =>
  role === 'owner' || role === 'administrator' ? 'admin' : (role ?? 'user')

export async function findCredentials(
  tx: Tx,
  email: string,
): Promise<{ _id: string; passwordHash: string } | undefined> {
  const [row] = await tx<{ _id: string; passwordHash: string }[]>`
    select id as "_id", password_hash from person
    where lower(email) = ${email.trim().toLowerCase()} and disabled_at is null`
  return row
}

/**
 * Returns a free username derived from the email, with digits if the plain one is taken. A lock
 * makes concurrent sign-ups with the same base wait.
 */
async function generateUsername(tx: Tx, email: string): Promise<string> {
  const base = (slugifyAscii(email.split('@')[0] ?? '', 30) || 'seller').padEnd(3, '0')
  const candidates = [
    base,
    ...Array.from({ length: 30 }, () => `${base}-${Math.floor(Math.random() * 90_000 + 10_000)}`),
  ]
  await tx`select pg_advisory_xact_lock(hashtextextended(${`username ${base}`}, 0))`
  const [available] = await tx<{ candidate: string }[]>`
    select candidate from unnest(${candidates}::text[]) with ordinality as t(candidate, rank)
    where not exists (select 1 from person where lower(username) = candidate) order by rank limit 1`
  return available?.candidate ?? crypto.randomUUID()
}

/** Creates a person and returns the id. Unique constraints reject a taken email or username. */
export async function createPerson(
  tx: Tx,
  { fullName, email, username }: Pick<Signup, 'fullName' | 'email' | 'username'>,
  passwordHash: string,
): Promise<string> {
  const name = username ?? (await generateUsername(tx, email))
  const [row] = await tx<{ id: string }[]>`
    insert into person (full_name, email, username, password_hash, last_login_at)
    values (${fullName}, ${email}, ${name}, ${passwordHash}, now()) returning id`
  if (!row) throw new Error('The database returned no id for the new person.')
  return row.id
}

/**
 * Returns the IP addresses from which the person used a session in the last 90 days. Logins from
 * these networks stay possible while strangers guess the password.
 */
export async function listRecentIps(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx<{ ip: string }[]>`
    select distinct s.ip from session s join person p on p.id = s.person_id
    where lower(p.email) = ${email.trim().toLowerCase()}
      and s.last_used_at > now() - interval '90 days'
    limit 200`
  return rows.map(({ ip }) => ip)
}

/** Replaces the hash of an unchanged password with a stronger one, unless the hash has changed. */
export const replacePasswordHash = (tx: Tx, personId: string, oldHash: string, newHash: string) =>
  tx`update person set password_hash = ${newHash} where id = ${personId} and password_hash = ${oldHash}`

export async function findPasswordHash(tx: Tx, personId: string): Promise<string | undefined> {
  const [row] = await tx<
    { passwordHash: string }[]
  >`select password_hash from person where id = ${personId}`
  return row?.passwordHash
}

/**
 * Sets a new password for the owner of an emailed link, ends all sessions and returns their ids.
 * The link also verifies the email. If the email was not verified before, a stranger can have
 * created the account, so their passkeys and second step are removed.
 */
export async function resetPassword(
  tx: Tx,
  personId: string,
  passwordHash: string,
): Promise<string[]> {
  const [person] = await tx<{ isEmailVerified: boolean }[]>`
    select email_verified_at is not null as is_email_verified from person
    where id = ${personId} for no key update`
  await tx`
    update person set password_hash = ${passwordHash}, password_changed_at = now(),
      email_verified_at = coalesce(email_verified_at, now())
    where id = ${personId}`
  await tx`
    update mail_link set used_at = now()
    where person_id = ${personId} and (purpose = 'change_email' or ${!person?.isEmailVerified})
      and used_at is null`
  if (!person?.isEmailVerified) await deleteLoginFactors(tx, personId)
  const endedSessions = await tx<{ id: string }[]>`
    update session set ended_at = now()
    where person_id = ${personId} and ended_at is null returning id`
  return endedSessions.map(({ id }) => id)
}

async function deleteLoginFactors(tx: Tx, personId: string): Promise<void> {
  const passkeys = await tx`delete from passkey where person_id = ${personId} returning 1`
  if (passkeys.length > 0)
    await recordSecurityEvent(tx, {
      ...createAccountEvent('passkey_removed', personId),
      details: { count: passkeys.length },
    })
  const deletedTwoSteps = await tx`
    delete from two_step where person_id = ${personId} returning confirmed_at is not null as is_enabled`
  if (deletedTwoSteps.some(({ isEnabled }) => isEnabled))
    await recordSecurityEvent(tx, createAccountEvent('two_step_off', personId))
  await tx`delete from recovery_code where person_id = ${personId}`
}

export const markEmailVerified = (tx: Tx, personId: string) =>
  tx`update person set email_verified_at = coalesce(email_verified_at, now()) where id = ${personId}`

/**
 * Records a login. Returns false if the account was deleted or the verified password was changed
 * in the meantime. The update locks the person, so a concurrent password change waits and then ends
 * the session that this transaction creates.
 */
export async function recordLogin(
  tx: Tx,
  personId: string,
  verifiedHash?: string,
): Promise<boolean> {
  const hashCondition = verifiedHash === undefined ? tx`` : tx`and password_hash = ${verifiedHash}`
  const updatedRows = await tx`
    update person set last_login_at = now()
    where id = ${personId} and disabled_at is null ${hashCondition} returning 1`
  return updatedRows.length > 0
}

/** Merges the change into the preferences of the person. A null value removes its key. */
export async function updatePreferences(
  tx: Tx,
  personId: string,
  change: PreferencesChange,
): Promise<Preferences> {
  const [row] = await tx<{ preferences: Preferences }[]>`
    update person set preferences = jsonb_strip_nulls(preferences || ${tx.json(change)})
    where id = ${personId} returning preferences`
  return row?.preferences ?? {}
}

export const endSession = (tx: Tx, sessionId: string) =>
  tx`update session set ended_at = now() where id = ${sessionId} and ended_at is null`

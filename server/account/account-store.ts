import type { Person, Preferences, PreferencesChange, Signup } from '#contract/account.ts'
import { type Ability, getBuiltInAbilities } from '#contract/lib/permission.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { slugify } from '../lib/text/slug.ts'
import { createAccountEvent } from './account-event.ts'

type PersonRow = Omit<Person, 'id' | 'role' | 'ability' | 'business' | 'avatar'> & {
  avatar: string
  business: string | null
  role: string | null
  abilities: Ability[] | null
}

/** The person with their role in the wanted store, else in the one they used last; a person without a store may do nothing. */
export async function getPerson(
  tx: Tx,
  personId: string,
  preferredBusinessId: string | null = null,
): Promise<Person> {
  const [row] = await tx<PersonRow[]>`
    select p.id as "_id", p.full_name, p.username, p.email, p.email_verified_at is not null as is_email_verified, p.avatar, p.preferences, p.created_at, m.business_id as business, m.role, coalesce(m.abilities, r.ability) as abilities
    from person p left join lateral (
      select business_id, role, abilities from membership where person_id = p.id and status = 'active'
      order by business_id = ${preferredBusinessId}::uuid desc nulls last, business_id = p.last_business_id desc nulls last, business_id limit 1
    ) m on true left join role r on r.business_id = m.business_id and r.role = m.role where p.id = ${personId}`
  if (!row) throw new Error('a session of nobody')
  const { abilities, role, avatar, ...person } = row
  return {
    ...person,
    id: person._id,
    avatar: avatar || null,
    role: role ?? 'user',
    ability: abilities ?? getBuiltInAbilities(role ?? ''),
  }
}

export async function findCredentials(
  tx: Tx,
  email: string,
): Promise<{ _id: string; passwordHash: string } | undefined> {
  const [row] = await tx<{ _id: string; passwordHash: string }[]>`
    select id as "_id", password_hash from person where lower(email) = ${email.trim().toLowerCase()} and disabled_at is null`
  return row
}

/** Made from the email where none was chosen; digits where that is taken. Who wants the same at this moment waits here. */
async function generateUsername(tx: Tx, email: string): Promise<string> {
  const base = slugify(email.split('@')[0] ?? '', 'seller', 30).padEnd(3, '0')
  const candidates = [
    base,
    ...Array.from({ length: 30 }, () => `${base}-${Math.floor(Math.random() * 90_000 + 10_000)}`),
  ]
  await tx`select pg_advisory_xact_lock(hashtextextended(${`username ${base}`}, 0))`
  const [available] = await tx<{ idea: string }[]>`
    select idea from unnest(${candidates}::text[]) with ordinality as t(idea, rank)
    where not exists (select 1 from person where lower(username) = idea) order by rank limit 1`
  return available?.idea ?? crypto.randomUUID()
}

/** A new person; a taken email or username is refused by its constraint. */
export async function createPerson(
  tx: Tx,
  { fullName, email, username }: Pick<Signup, 'fullName' | 'email' | 'username'>,
  passwordHash: string,
): Promise<string> {
  const name = username ?? (await generateUsername(tx, email))
  const [row] = await tx<{ id: string }[]>`
    insert into person (full_name, email, username, password_hash, last_login_at) values (${fullName}, ${email}, ${name}, ${passwordHash}, now()) returning id`
  if (!row) throw new Error('no person was made')
  return row.id
}

/** Where this email was signed in from of late, so that strangers who guess at it do not keep its owner out. */
export async function listRecentIps(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx<{ ip: string }[]>`
    select distinct s.ip from session s join person p on p.id = s.person_id
    where lower(p.email) = ${email.trim().toLowerCase()} and s.last_used_at > now() - interval '90 days' limit 200`
  return rows.map(({ ip }) => ip)
}

/** The same password, kept with more work, unless it was changed meanwhile. */
export const replacePasswordHash = (tx: Tx, personId: string, oldHash: string, newHash: string) =>
  tx`update person set password_hash = ${newHash} where id = ${personId} and password_hash = ${oldHash}`

export async function findPasswordHash(tx: Tx, personId: string): Promise<string | undefined> {
  const [row] = await tx<
    { passwordHash: string }[]
  >`select password_hash from person where id = ${personId}`
  return row?.passwordHash
}

/**
 * A new password by a link that was mailed: the mail reached them, and whoever else is signed in is no longer. Until an address
 * is proven, whoever made the account may have been a stranger to it: nothing that they set up opens it from then on.
 */
export async function resetPassword(
  tx: Tx,
  personId: string,
  passwordHash: string,
): Promise<string[]> {
  const [person] = await tx<
    { isProven: boolean }[]
  >`select email_verified_at is not null as is_proven from person where id = ${personId} for no key update`
  await tx`update person set password_hash = ${passwordHash}, password_changed_at = now(), email_verified_at = coalesce(email_verified_at, now()) where id = ${personId}`
  await tx`update mail_link set used_at = now() where person_id = ${personId} and (purpose = 'change_email' or ${!person?.isProven}) and used_at is null`
  if (!person?.isProven) await deleteLoginFactors(tx, personId)
  const endedSessions = await tx<
    { id: string }[]
  >`update session set ended_at = now() where person_id = ${personId} and ended_at is null returning id`
  return endedSessions.map(({ id }) => id)
}

async function deleteLoginFactors(tx: Tx, personId: string): Promise<void> {
  const passkeys = await tx`delete from passkey where person_id = ${personId} returning 1`
  if (passkeys.length > 0)
    await recordSecurityEvent(tx, {
      ...createAccountEvent('passkey_removed', personId),
      details: { count: passkeys.length },
    })
  const deletedTwoSteps =
    await tx`delete from two_step where person_id = ${personId} returning confirmed_at is not null as is_on`
  if (deletedTwoSteps.some(({ isOn }) => isOn))
    await recordSecurityEvent(tx, createAccountEvent('two_step_off', personId))
  await tx`delete from recovery_code where person_id = ${personId}`
}

export const markEmailVerified = (tx: Tx, personId: string) =>
  tx`update person set email_verified_at = coalesce(email_verified_at, now()) where id = ${personId}`

/**
 * False if what was proven counts no longer: the password was changed, or the account ended, since it was looked at. From here
 * to the end of the transaction it stays so, and whoever ends all sessions after a change finds the one that this opens.
 */
export async function recordLogin(
  tx: Tx,
  personId: string,
  verifiedHash?: string,
): Promise<boolean> {
  const updatedRows = await tx`
    update person set last_login_at = now() where id = ${personId} and disabled_at is null ${verifiedHash === undefined ? tx`` : tx`and password_hash = ${verifiedHash}`} returning 1`
  return updatedRows.length > 0
}

/** Merges; what is null goes. */
export async function updatePreferences(
  tx: Tx,
  personId: string,
  change: PreferencesChange,
): Promise<Preferences> {
  const [row] = await tx<{ preferences: Preferences }[]>`
    update person set preferences = jsonb_strip_nulls(preferences || ${tx.json(change)}) where id = ${personId} returning preferences`
  return row?.preferences ?? {}
}

export const endSession = (tx: Tx, sessionId: string) =>
  tx`update session set ended_at = now() where id = ${sessionId} and ended_at is null`

import { normalizeAbilities } from '#contract/lib/call/permission.ts'
import { createPerson, markEmailVerified } from '../account/account-store.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { hashPassword } from '../lib/security/password-hash.ts'

/** The other staff. All share the owner's password, so that each account can be tried. */
const demoStaff = [
  {
    name: 'Noor Haddad',
    username: 'noor',
    role: 'administrator',
    status: 'active',
    sinceDays: 340,
    lastSeenMinutes: 25,
  },
  {
    name: 'Callum Pryce',
    username: 'callum',
    role: 'manager',
    status: 'active',
    sinceDays: 290,
    lastSeenMinutes: 190,
  },
  {
    name: 'Inès Garnier',
    username: 'ines',
    role: 'user',
    status: 'active',
    sinceDays: 160,
    lastSeenMinutes: 60 * 21,
  },
  {
    name: 'Tadhg Lacey',
    username: 'tadhg',
    role: 'support',
    status: 'active',
    sinceDays: 96,
    lastSeenMinutes: 60 * 50,
  },
  {
    name: 'Freya Ashworth',
    username: 'freya',
    role: 'packing',
    status: 'active',
    sinceDays: 41,
    lastSeenMinutes: 60 * 5,
  },
  {
    name: 'Jesse Visser',
    username: 'jesse',
    role: 'restricted-user',
    status: 'inactive',
    sinceDays: 380,
    lastSeenMinutes: 60 * 24 * 73,
  },
] as const
const demoInvitations = [
  { email: 'imogen@demo.example', role: 'support', daysLeft: 5 },
  { email: 'bram@demo.example', role: 'packing', daysLeft: -2 },
]

/** Creates staff with every role, one custom role and two pending invitations. */
export async function createDemoStaff(
  tx: Tx,
  { storeId, personId, password }: { storeId: string; personId: string; password: string },
): Promise<void> {
  await tx`
    update membership set created_at = now() - interval '400 days'
    where store_id = ${storeId} and person_id = ${personId}`
  const hash = await hashPassword(password)
  const packingAbilities = normalizeAbilities([
    { action: 'manage', subject: 'order' },
    { action: 'read', subject: 'product' },
    { action: 'read', subject: 'customer' },
  ])
  await insertRow(tx, 'role', {
    role: 'packing',
    name: 'Packing',
    description: 'Packs and sends, and sees no figures.',
    ability: tx.json(packingAbilities),
  })
  for (const { name, username, role, status, sinceDays, lastSeenMinutes } of demoStaff) {
    const id = await createPerson(
      tx,
      { fullName: name, email: `${username}@demo.example`, username },
      hash,
    )
    await markEmailVerified(tx, id)
    await tx`
      insert into membership (person_id, store_id, role, status, created_at, last_seen_at)
      values (${id}, ${storeId}, ${role}, ${status},
        now() - make_interval(days => ${sinceDays}),
        now() - make_interval(mins => ${lastSeenMinutes}))`
  }
  for (const { email, role, daysLeft } of demoInvitations) {
    await tx`
      insert into invitation (email, role, invited_by, sent_at, created_at, expires_at)
      values (${email}, ${role}, ${personId},
        now() + make_interval(days => ${daysLeft - 7}),
        now() + make_interval(days => ${daysLeft - 7}),
        now() + make_interval(days => ${daysLeft}))`
  }
}

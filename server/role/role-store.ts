import { isDeepStrictEqual } from 'node:util'
import {
  type Ability,
  abilitiesOf,
  may,
  permissions,
  roles,
  tidyAbilities,
} from '#contract/lib/permission.ts'
import { maxOwnRoles, type Role, type RoleEdit, type RoleInput } from '#contract/role.ts'
import { checkVersion, found, Problem, refuseField } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { insert, type Tx, update } from '../lib/db/db.ts'
import { type Read, reading, run } from '../lib/db/read.ts'
import { recordEvent } from '../lib/security/security-event.ts'
import { slugOf } from '../lib/text/slug.ts'
import { takeTurn } from '../rule/staff-rule.ts'

type Row = {
  id: string
  role: string
  name: string
  description: string
  ability: Ability[]
  version: number
}
type Count = { role: string; people: number; invited: number }

const builtInNames: Record<string, string> = {
  owner: 'Owner',
  administrator: 'Administrator',
  manager: 'Manager',
  user: 'User',
  support: 'Support',
  'restricted-user': 'Restricted user',
}
const isBuiltIn = (role: string) => Object.hasOwn(builtInNames, role)

export const listRoles = (tx: Tx): Read<Role[]> =>
  reading(
    [
      tx<
        Row[]
      >`select id, role, name, description, ability, version from role where business_id = current_business() order by lower(name), id`,
      tx<Count[]>`
    select role, count(*) filter (where not is_pending)::integer as people, count(*) filter (where is_pending)::integer as invited
    from (select role, false as is_pending from membership where business_id = current_business() union all select role, true from invitation where business_id = current_business()) s group by role`,
    ],
    ([rows, counts]) => [
      ...roles.map(role =>
        described(
          {
            role,
            name: builtInNames[role] ?? role,
            description: '',
            ability: abilitiesOf(role),
            version: 1,
            ...rows.find(row => row.role === role),
          },
          rows,
          counts,
        ),
      ),
      ...rows.filter(({ role }) => !isBuiltIn(role)).map(row => described(row, rows, counts)),
    ],
  )

function described(
  { role, name, description, ability, version }: Omit<Row, 'id'>,
  rows: readonly Row[],
  counts: readonly Count[],
): Role {
  const { people = 0, invited = 0 } = counts.find(count => count.role === role) ?? {}
  return {
    role,
    name,
    description,
    ability,
    version,
    isBuiltIn: isBuiltIn(role),
    isChanged: isBuiltIn(role) && rows.some(row => row.role === role),
    people,
    invited,
  }
}

async function getRole(tx: Tx, role: string): Promise<Role> {
  return found(
    (await run(listRoles(tx))).find(one => one.role === role),
    'This role',
  )
}

const refuseOwner = (role: string) => {
  if (role === 'owner')
    throw new Problem(409, 'owner_fixed', 'The owner may do everything, and that stays')
}

/** Names of roles that every store begins with are taken whether or not it has changed them. */
function refuseBuiltInName(name: string): void {
  const wanted = name.toLowerCase()
  if (
    Object.entries(builtInNames).some(
      ([role, known]) => role === wanted || known.toLowerCase() === wanted,
    )
  )
    throw refuseField('name', 'taken', 'Another role has this name.', 409)
}

export async function addRole(
  tx: Tx,
  { name, description = '', ability }: RoleInput,
  who: Who,
): Promise<Role> {
  const turn = await takeTurn(tx, who)
  turn.covering(ability)
  refuseBuiltInName(name)
  const present = await tx<
    { role: string }[]
  >`select role from role where business_id = current_business()`
  const own = present.filter(({ role }) => !isBuiltIn(role))
  if (own.length >= maxOwnRoles)
    throw new Problem(409, 'too_many', `A store has at most ${maxOwnRoles} roles of its own`)
  const taken = new Set([...roles, ...present.map(({ role }) => role)])
  const base = slugOf(name, 'role', 50)
  const role =
    [
      base,
      ...Array.from({ length: maxOwnRoles + roles.length }, (_, i) => `${base}-${i + 2}`),
    ].find(word => !taken.has(word)) ?? crypto.randomUUID()
  await insert(tx, 'role', { role, name, description, ability: tx.json(tidyAbilities(ability)) })
  return getRole(tx, role)
}

/** As the names of permissions, by which the audit is read. */
const namesOf = (ability: readonly Ability[]) =>
  permissions.filter(permission => may(ability, permission))
const recordRights = (
  tx: Tx,
  id: string,
  name: string,
  [was, is]: readonly [Ability[], Ability[]],
  who: Who,
) =>
  recordEvent(tx, {
    action: 'permission_changed',
    entity: 'role',
    entityId: id,
    businessId: who.businessId,
    actor: who.personId,
    before: { name, permissions: namesOf(was) },
    details: { name, permissions: namesOf(is) },
  })

/** Who changes a role gives or takes only what they have themselves, in what it was as in what it becomes. */
export async function changeRole(
  tx: Tx,
  role: string,
  { version, name, description, ability }: RoleEdit,
  who: Who,
): Promise<Role> {
  const turn = await takeTurn(tx, who)
  const present = await getRole(tx, role)
  refuseOwner(role)
  checkVersion(present, version)
  turn.covering(present.ability, ability ?? [])
  const rights = tx.json(tidyAbilities(ability ?? present.ability))
  if (present.isBuiltIn && !present.isChanged) {
    const id = await insert(tx, 'role', {
      role,
      name: present.name,
      description: description ?? '',
      ability: rights,
      version: present.version + 1,
    })
    if (ability) await recordRights(tx, id, present.name, [present.ability, ability], who)
    return getRole(tx, role)
  }
  if (name && !present.isBuiltIn) refuseBuiltInName(name)
  const [row] = await tx<
    { id: string }[]
  >`select id from role where business_id = current_business() and role = ${role}`
  const { id } = found(row, 'This role')
  await update(
    tx,
    'role',
    id,
    { description, ability: rights, ...(!present.isBuiltIn && { name }) },
    { versioned: true },
  )
  if (ability && !isDeepStrictEqual(tidyAbilities(ability), tidyAbilities(present.ability)))
    await recordRights(
      tx,
      id,
      name && !present.isBuiltIn ? name : present.name,
      [present.ability, ability],
      who,
    )
  return getRole(tx, role)
}

/** One of the store's own goes when nobody has it; the others become as they came. */
export async function removeRole(tx: Tx, role: string, who: Who): Promise<void> {
  const turn = await takeTurn(tx, who)
  const present = await getRole(tx, role)
  refuseOwner(role)
  turn.covering(present.ability, abilitiesOf(role))
  if (!present.isBuiltIn && present.people + present.invited > 0)
    throw new Problem(409, 'in_use', 'Somebody has this role. Give them another one first.')
  const [gone] = await tx<
    { id: string }[]
  >`delete from role where business_id = current_business() and role = ${role} returning id`
  if (gone && present.isBuiltIn)
    await recordRights(tx, gone.id, present.name, [present.ability, abilitiesOf(role)], who)
}

import { isDeepStrictEqual } from 'node:util'
import {
  type Ability,
  builtInRoles,
  getBuiltInAbilities,
  hasPermission,
  normalizeAbilities,
  permissions,
} from '#contract/lib/permission.ts'
import { maxCustomRoles, type Role, type RoleEdit, type RoleInput } from '#contract/role.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, failField, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../lib/db/db.ts'
import { batch, type QueryBatch, runBatch } from '../lib/db/query-batch.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { slugify } from '../lib/text/slug.ts'
import { lockStaffAndAuthorize } from '../rule/staff-change.ts'

type RoleRow = {
  id: string
  role: string
  name: string
  description: string
  ability: Ability[]
  version: number
}
type RoleMemberCount = { role: string; people: number; invited: number }

const builtInRoleNames: Record<string, string> = {
  owner: 'Owner',
  administrator: 'Administrator',
  manager: 'Manager',
  user: 'User',
  support: 'Support',
  'restricted-user': 'Restricted user',
}
const isBuiltIn = (role: string) => Object.hasOwn(builtInRoleNames, role)

export const listRoles = (tx: Tx): QueryBatch<Role[]> =>
  batch(
    [
      tx<
        RoleRow[]
      >`select id, role, name, description, ability, version from role where business_id = current_business() order by lower(name), id`,
      tx<RoleMemberCount[]>`
    select role, count(*) filter (where not is_pending)::integer as people, count(*) filter (where is_pending)::integer as invited
    from (select role, false as is_pending from membership where business_id = current_business() union all select role, true from invitation where business_id = current_business()) s group by role`,
    ],
    ([rows, counts]) => [
      ...builtInRoles.map(role =>
        toRole(
          {
            role,
            name: builtInRoleNames[role] ?? role,
            description: '',
            ability: getBuiltInAbilities(role),
            version: 1,
            ...rows.find(row => row.role === role),
          },
          rows,
          counts,
        ),
      ),
      ...rows.filter(({ role }) => !isBuiltIn(role)).map(row => toRole(row, rows, counts)),
    ],
  )

function toRole(
  { role, name, description, ability, version }: Omit<RoleRow, 'id'>,
  rows: readonly RoleRow[],
  counts: readonly RoleMemberCount[],
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
  return assertFound(
    (await runBatch(listRoles(tx))).find(candidate => candidate.role === role),
    'role_not_found',
  )
}

const rejectOwnerRole = (role: string) => {
  if (role === 'owner') throw new Problem(409, 'owner_fixed')
}

/** Names of roles that every store begins with are taken whether or not it has changed them. */
function rejectBuiltInName(name: string): void {
  const normalizedName = name.toLowerCase()
  if (
    Object.entries(builtInRoleNames).some(
      ([role, builtInName]) =>
        role === normalizedName || builtInName.toLowerCase() === normalizedName,
    )
  )
    throw failField('name', 'role_name_taken', {}, 409)
}

export async function createRole(
  tx: Tx,
  { name, description = '', ability }: RoleInput,
  principal: Principal,
): Promise<Role> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  staffLock.requireAbilities(ability)
  rejectBuiltInName(name)
  const existingRoles = await tx<
    { role: string }[]
  >`select role from role where business_id = current_business()`
  const customRoles = existingRoles.filter(({ role }) => !isBuiltIn(role))
  if (customRoles.length >= maxCustomRoles)
    throw new Problem(409, 'role_limit', { count: maxCustomRoles })
  const takenRoles = new Set([...builtInRoles, ...existingRoles.map(({ role }) => role)])
  const base = slugify(name, 'role', 50)
  const role =
    [
      base,
      ...Array.from({ length: maxCustomRoles + builtInRoles.length }, (_, i) => `${base}-${i + 2}`),
    ].find(candidate => !takenRoles.has(candidate)) ?? crypto.randomUUID()
  await insertRow(tx, 'role', {
    role,
    name,
    description,
    ability: tx.json(normalizeAbilities(ability)),
  })
  return getRole(tx, role)
}

/** As the names of permissions, by which the audit is read. */
const listPermissions = (ability: readonly Ability[]) =>
  permissions.filter(permission => hasPermission(ability, permission))
const recordRolePermissions = (
  tx: Tx,
  id: string,
  name: string,
  [previousAbilities, newAbilities]: readonly [Ability[], Ability[]],
  principal: Principal,
) =>
  recordSecurityEvent(tx, {
    action: 'permission_changed',
    entity: 'role',
    entityId: id,
    businessId: principal.businessId,
    actor: principal.personId,
    before: { name, permissions: listPermissions(previousAbilities) },
    details: { name, permissions: listPermissions(newAbilities) },
  })

/** Who changes a role gives or takes only what they have themselves, in what it was as in what it becomes. */
export async function updateRole(
  tx: Tx,
  role: string,
  { version, name, description, ability }: RoleEdit,
  principal: Principal,
): Promise<Role> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const currentRole = await getRole(tx, role)
  rejectOwnerRole(role)
  assertVersion(currentRole, version)
  staffLock.requireAbilities(currentRole.ability, ability ?? [])
  const newAbilities = tx.json(normalizeAbilities(ability ?? currentRole.ability))
  if (currentRole.isBuiltIn && !currentRole.isChanged) {
    const id = await insertRow(tx, 'role', {
      role,
      name: currentRole.name,
      description: description ?? '',
      ability: newAbilities,
      version: currentRole.version + 1,
    })
    if (ability)
      await recordRolePermissions(
        tx,
        id,
        currentRole.name,
        [currentRole.ability, ability],
        principal,
      )
    return getRole(tx, role)
  }
  if (name && !currentRole.isBuiltIn) rejectBuiltInName(name)
  const [row] = await tx<
    { id: string }[]
  >`select id from role where business_id = current_business() and role = ${role}`
  const { id } = assertFound(row, 'role_not_found')
  await updateRow(
    tx,
    'role',
    id,
    { description, ability: newAbilities, ...(!currentRole.isBuiltIn && { name }) },
    { incrementsVersion: true },
  )
  if (
    ability &&
    !isDeepStrictEqual(normalizeAbilities(ability), normalizeAbilities(currentRole.ability))
  )
    await recordRolePermissions(
      tx,
      id,
      name && !currentRole.isBuiltIn ? name : currentRole.name,
      [currentRole.ability, ability],
      principal,
    )
  return getRole(tx, role)
}

/** One of the store's own goes when nobody has it; the others become as they came. */
export async function deleteRole(tx: Tx, role: string, principal: Principal): Promise<void> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const currentRole = await getRole(tx, role)
  rejectOwnerRole(role)
  staffLock.requireAbilities(currentRole.ability, getBuiltInAbilities(role))
  if (!currentRole.isBuiltIn && currentRole.people + currentRole.invited > 0)
    throw new Problem(409, 'role_in_use')
  const [deletedRow] = await tx<
    { id: string }[]
  >`delete from role where business_id = current_business() and role = ${role} returning id`
  if (deletedRow && currentRole.isBuiltIn)
    await recordRolePermissions(
      tx,
      deletedRow.id,
      currentRole.name,
      [currentRole.ability, getBuiltInAbilities(role)],
      principal,
    )
}

import { isDeepStrictEqual } from 'node:util'
import {
  type Ability,
  builtInRoles,
  getBuiltInAbilities,
  hasPermission,
  normalizeAbilities,
  permissions,
} from '#contract/lib/call/permission.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import { maxCustomRoles, type Role, type RoleEdit, type RoleInput } from '#contract/staff/role.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { batch, type QueryBatch, runBatch } from '../lib/db/query-batch.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { lockStaffAndAuthorize } from '../staff/rule/staff-change.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    role: Pick<Role, 'role'> & RoleInput
  }
}

type RoleRow = {
  id: string
  role: string
  name: string
  description: string
  ability: Ability[]
  version: number
}
type RoleMemberCount = { role: string; staffCount: number; invitationCount: number }

const builtInRoleNames: Record<string, string> = {
  owner: 'Owner',
  administrator: 'Administrator',
  manager: 'Manager',
  user: 'User',
  support: 'Support',
  'restricted-user': 'Restricted user',
}
const isBuiltIn = (role: string) => Object.hasOwn(builtInRoleNames, role)

/** Returns the built-in roles in their fixed order, then the custom roles by name. */
export const listRoles = (tx: Tx): QueryBatch<Role[]> =>
  batch(
    [
      tx<RoleRow[]>`
        select id, role, name, description, ability, version from role
        where store_id = current_store() order by lower(name), id`,
      tx<RoleMemberCount[]>`
        select role, count(*) filter (where not is_pending)::integer as staff_count,
          count(*) filter (where is_pending)::integer as invitation_count
        from (
          select role, false as is_pending from membership where store_id = current_store()
          union all
          select role, true from invitation where store_id = current_store()
        ) s
        group by role`,
    ],
    ([rows, counts]) => {
      const customRows = rows.filter(({ role }) => !isBuiltIn(role))
      return [
        ...builtInRoles.map(role =>
          toRole({ ...getDefaultRole(role), ...findRow(rows, role) }, rows, counts),
        ),
        ...customRows.map(row => toRole(row, rows, counts)),
      ]
    },
  )

const findRow = (rows: readonly RoleRow[], role: string) => rows.find(row => row.role === role)

const getDefaultRole = (role: string): Omit<RoleRow, 'id'> => ({
  role,
  name: builtInRoleNames[role] ?? role,
  description: '',
  ability: getBuiltInAbilities(role),
  version: 1,
})

function toRole(
  { role, name, description, ability, version }: Omit<RoleRow, 'id'>,
  rows: readonly RoleRow[],
  counts: readonly RoleMemberCount[],
): Role {
  const { staffCount = 0, invitationCount = 0 } = counts.find(count => count.role === role) ?? {}
  return {
    role,
    name,
    description,
    ability,
    version,
    isBuiltIn: isBuiltIn(role),
    isChanged: isBuiltIn(role) && findRow(rows, role) !== undefined,
    staffCount,
    invitationCount,
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

/** Rejects the names of built-in roles, which have a row only if the store changed them. */
function rejectBuiltInName(name: string): void {
  const normalizedName = name.toLowerCase()
  const builtInNames = Object.entries(builtInRoleNames).flat()
  if (builtInNames.some(builtInName => builtInName.toLowerCase() === normalizedName))
    throw createFieldProblem('name', 'role_name_taken', {}, 409)
}

export async function createRole(
  tx: Tx,
  { name, description = '', ability = [] }: RoleInput,
  principal: Principal,
): Promise<Role> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  staffLock.requireAbilities(ability)
  rejectBuiltInName(name)
  const existingRoles = await tx<
    { role: string }[]
  >`select role from role where store_id = current_store()`
  const customRoles = existingRoles.filter(({ role }) => !isBuiltIn(role))
  if (customRoles.length >= maxCustomRoles)
    throw new Problem(409, 'role_limit', { count: maxCustomRoles })
  const takenRoles = new Set([...builtInRoles, ...existingRoles.map(row => row.role)])
  const role = generateRoleKey(name, takenRoles)
  await insertRow(tx, 'role', {
    role,
    name,
    description,
    ability: tx.json(normalizeAbilities(ability)),
  })
  return getRole(tx, role)
}

/** Returns a key derived from the name, with a number if the plain one is taken. */
function generateRoleKey(name: string, takenRoles: ReadonlySet<string>): string {
  const base = slugifyAscii(name, 50) || 'role'
  const maxRoles = maxCustomRoles + builtInRoles.length
  const numberedKeys = Array.from({ length: maxRoles }, (_, i) => `${base}-${i + 2}`)
  return [base, ...numberedKeys].find(key => !takenRoles.has(key)) ?? crypto.randomUUID()
}

/**
 * Returns the permission names that the abilities include, because the audit displays permissions.
 */
const listPermissions = (ability: readonly Ability[]) =>
  permissions.filter(permission => hasPermission(ability, permission))

type RolePermissionChange = {
  id: string
  name: string
  previousAbilities: Ability[]
  newAbilities: Ability[]
}

const recordRolePermissions = (
  tx: Tx,
  principal: Principal,
  { id, name, previousAbilities, newAbilities }: RolePermissionChange,
) =>
  recordSecurityEvent(tx, {
    action: 'permission_changed',
    entity: 'role',
    entityId: id,
    storeId: principal.storeId,
    actor: principal.personId,
    before: { name, permissions: listPermissions(previousAbilities) },
    details: { name, permissions: listPermissions(newAbilities) },
  })

/**
 * Updates a role. The caller needs all abilities that the role has before and after the change. The
 * first change of a built-in role creates its row.
 * @throws Problem 403 beyond_own_permissions; 404 role_not_found; 409 owner_fixed, version_conflict,
 *   role_name_taken
 */
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
  const change = { description, ability, ...(!currentRole.isBuiltIn && { name }) }
  const hasRow = !currentRole.isBuiltIn || currentRole.isChanged
  const id = hasRow
    ? await updateRoleRow(tx, currentRole, change)
    : await insertBuiltInRole(tx, currentRole, change)
  if (ability && (!hasRow || !isSameAbilities(ability, currentRole.ability)))
    await recordRolePermissions(tx, principal, {
      id,
      name: change.name || currentRole.name,
      previousAbilities: currentRole.ability,
      newAbilities: ability,
    })
  return getRole(tx, role)
}

type RoleChange = Pick<RoleEdit, 'name' | 'description' | 'ability'>

const isSameAbilities = (a: Ability[], b: Ability[]) =>
  isDeepStrictEqual(normalizeAbilities(a), normalizeAbilities(b))

const insertBuiltInRole = (
  tx: Tx,
  currentRole: Role,
  { description = '', ability = currentRole.ability }: RoleChange,
): Promise<string> =>
  insertRow(tx, 'role', {
    role: currentRole.role,
    name: currentRole.name,
    description,
    ability: tx.json(normalizeAbilities(ability)),
    version: currentRole.version + 1,
  })

async function updateRoleRow(
  tx: Tx,
  currentRole: Role,
  { ability = currentRole.ability, ...change }: RoleChange,
): Promise<string> {
  if (change.name) rejectBuiltInName(change.name)
  const [row] = await tx<{ id: string }[]>`
    select id from role where store_id = current_store() and role = ${currentRole.role}`
  const { id } = assertFound(row, 'role_not_found')
  const values = { ...change, ability: tx.json(normalizeAbilities(ability)) }
  await updateVersionedRow(tx, 'role', id, values)
  return id
}

/**
 * Deletes a custom role that no person and no invitation has, or resets a built-in role.
 * @throws Problem 403 beyond_own_permissions; 404 role_not_found; 409 owner_fixed, role_in_use
 */
export async function deleteRole(tx: Tx, role: string, principal: Principal): Promise<void> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const currentRole = await getRole(tx, role)
  rejectOwnerRole(role)
  staffLock.requireAbilities(currentRole.ability, getBuiltInAbilities(role))
  if (!currentRole.isBuiltIn && currentRole.staffCount + currentRole.invitationCount > 0)
    throw new Problem(409, 'role_in_use')
  const [deletedRow] = await tx<
    { id: string }[]
  >`delete from role where store_id = current_store() and role = ${role} returning id`
  if (deletedRow && currentRole.isBuiltIn)
    await recordRolePermissions(tx, principal, {
      id: deletedRow.id,
      name: currentRole.name,
      previousAbilities: currentRole.ability,
      newAbilities: getBuiltInAbilities(role),
    })
}

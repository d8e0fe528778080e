import { z } from 'zod'
import { Ability } from '../account/account.ts'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import {
  Count,
  codeText,
  ListQuery,
  singleLineText,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'

/** The key of a role: a default role, or derived from the name of a custom role. */
export const RoleKey = codeText(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, issue('invalid_handle'))

/** Maximum number of custom roles per store. */
export const maxCustomRoles = 40

export const RoleInput = z.object({
  name: singleLineText(60, 1),
  description: singleLineText(200).optional(),
  /** The abilities of the role. `manage` means read and write; `all` includes future subjects. */
  ability: z.array(Ability).max(60).optional(),
})
export type RoleInput = z.infer<typeof RoleInput>

export const Role = RoleInput.required().extend({
  role: RoleKey,
  /** A default role: its name is fixed, and deleting it restores its default abilities. */
  isBuiltIn: z.boolean(),
  isChanged: z.boolean(),
  /** Number of staff with the role and of pending invitations. */
  staffCount: Count,
  invitationCount: Count,
  version: z.int(),
})
export type Role = z.infer<typeof Role>

/** The name is ignored for default roles. */
export const RoleEdit = updateSchema(RoleInput)
export type RoleEdit = z.infer<typeof RoleEdit>

/** A permission, or a custom role, which bundles permissions, as the specification lists them. */
export const ListedPermission = z.object({
  id: z.string(),
  name: z.string(),
  /** The roles that have the permission. Administrators have every role. */
  assignedTo: z.array(z.string()),
  createdDate: Timestamp,
})
export type ListedPermission = z.infer<typeof ListedPermission>

export const roleApi = defineApi('role', {
  list: {
    method: 'GET',
    path: '/role/getAll',
    can: 'staff:read',
    summary: 'List roles with their abilities, owner first',
    reply: z.array(Role),
  },
  listPermissions: {
    method: 'GET',
    path: '/apps/permissions',
    can: 'staff:read',
    summary: 'List custom roles, newest first, then all permissions with the roles that have them',
    query: ListQuery.pick({ page: true, perPage: true }),
    items: ListedPermission,
  },
  create: {
    method: 'POST',
    path: '/role/create',
    can: 'staff:write',
    summary: 'Create a custom role',
    body: RoleInput,
    reply: Role,
    message: 'Role added',
    invalidates: ['staff'],
  },
  update: {
    method: 'PATCH',
    path: '/role/update/:role',
    can: 'staff:write',
    summary: 'Update a role; takes effect at the next call of its staff',
    body: RoleEdit,
    reply: Role,
    message: 'Role updated',
    invalidates: ['staff'],
  },
  delete: {
    method: 'DELETE',
    path: '/role/delete/:role',
    can: 'staff:write',
    summary: 'Delete an unused custom role, or reset a default role',
    message: 'Role deleted',
    invalidates: ['staff'],
  },
})

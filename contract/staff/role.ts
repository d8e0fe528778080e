import { z } from 'zod'
import { Ability } from '../account/account.ts'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Count, codeText, singleLineText, updateSchema } from '../lib/schemas.ts'

/** The key of a role: a default role, or derived from the name of a custom role. */
export const RoleKey = codeText(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, issue('invalid_handle'))

/** Maximum number of custom roles per store. */
export const maxCustomRoles = 40

export const RoleInput = z.object({
  name: singleLineText(60, 1),
  description: singleLineText(200).optional(),
  /** The abilities of the role. `manage` means read and write; `all` includes future subjects. */
  ability: z.array(Ability).max(60),
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

export const roleApi = defineApi('role', {
  list: {
    method: 'GET',
    path: '/role/getAll',
    can: 'staff:read',
    summary: 'List roles with their abilities, owner first',
    reply: z.array(Role),
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

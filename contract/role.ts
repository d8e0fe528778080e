import { z } from 'zod'
import { Ability } from './account.ts'
import { defineApi } from './lib/api.ts'
import { Count, singleLineText, updateSchema } from './lib/schemas.ts'

/** The word that a role goes by: one of those that every store begins with, or made from the name of a store's own. */
export const RoleKey = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only a-z, 0-9 and single dashes')

/** Roles that a store can add to those it begins with. */
export const maxCustomRoles = 40

export const RoleInput = z.object({
  name: singleLineText(60, 1),
  description: singleLineText(200).optional(),
  /** What somebody with this role may do. `manage` is read and write, `all` every subject, those to come included. */
  ability: z.array(Ability).max(60),
})
export type RoleInput = z.infer<typeof RoleInput>

export const Role = RoleInput.required().extend({
  role: RoleKey,
  /** One that every store begins with; its name stays, and deleting it takes back what the store changed. */
  isBuiltIn: z.boolean(),
  isChanged: z.boolean(),
  /** Who has it, and how many were invited with it. */
  people: Count,
  invited: Count,
  version: z.int(),
})
export type Role = z.infer<typeof Role>

/** Of a role that every store begins with, the name is passed over. */
export const RoleEdit = updateSchema(RoleInput)
export type RoleEdit = z.infer<typeof RoleEdit>

export const roleApi = defineApi('role', {
  list: {
    method: 'GET',
    path: '/role/getAll',
    can: 'staff:read',
    summary: 'The roles of the store with what each may do, the owner’s first',
    reply: z.array(Role),
  },
  create: {
    method: 'POST',
    path: '/role/create',
    can: 'staff:write',
    summary: 'Add a role of the store’s own',
    body: RoleInput,
    reply: Role,
    message: 'Role added',
    invalidates: ['staff'],
  },
  update: {
    method: 'PATCH',
    path: '/role/update/:role',
    can: 'staff:write',
    summary: 'Change what a role may do; it is felt at the next call of everybody who has it',
    body: RoleEdit,
    reply: Role,
    message: 'Role updated',
    invalidates: ['staff'],
  },
  delete: {
    method: 'DELETE',
    path: '/role/delete/:role',
    can: 'staff:write',
    summary: 'Delete a role that nobody has; one that every store begins with becomes as it came',
    message: 'Role deleted',
    invalidates: ['staff'],
  },
})

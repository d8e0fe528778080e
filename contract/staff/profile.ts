import { z } from 'zod'
import { Person } from '../account/account.ts'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id } from '../lib/schemas.ts'
import { AuditEntry } from './audit.ts'

/** Maximum number of the newest activities in a profile. */
export const maxProfileActivities = 20

/** The caller, with their stores, their open work and what they did lately in the present store. */
export const StaffProfile = z.object({
  person: Person.pick({ fullName: true, username: true, email: true, avatar: true }).extend({
    _id: Id,
    createdAt: Person.shape.createdAt,
  }),
  stores: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      role: z.string(),
      /** The name of a custom role. */
      roleName: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  /** What is assigned to the caller, at most 1,000 each; null without permission. */
  openWork: z.object({ tasks: Count.nullable(), conversations: Count.nullable() }),
  /** Newest first. */
  activities: z.array(AuditEntry),
})
export type StaffProfile = z.infer<typeof StaffProfile>

export const profileApi = defineApi('profile', {
  get: {
    method: 'GET',
    path: '/profile',
    can: 'member',
    summary: 'Get the caller with their stores, roles, open work and latest activities',
    reply: StaffProfile,
  },
})

import { z } from 'zod'
import { Ability } from './account.ts'
import { defineApi } from './lib/api.ts'
import {
  Email,
  Id,
  ListQuery,
  oneOrMoreQuery,
  sortQuery,
  Timestamp,
  versionField,
} from './lib/schemas.ts'
import { RoleKey } from './role.ts'

/** `pending`: invited, and not here yet. `inactive`: shut out for now, with nothing of theirs lost. */
export const StaffStatus = z.enum(['active', 'inactive', 'pending'])
export type StaffStatus = z.infer<typeof StaffStatus>

/** Invitations that may wait for an answer at the same time. */
export const maxInvitations = 50

/** Somebody who works in the store, or was invited to. */
export const Staff = z.object({
  /** The person's, or the invitation's as long as they are pending. */
  _id: Id,
  /** Empty until they are here. */
  fullName: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.string(),
  /** What the store calls a role of its own. */
  roleName: z.string(),
  /** What they may do here, or will. */
  ability: z.array(Ability),
  status: StaffStatus,
  /** When they were here last, to ten minutes. */
  lastSeenAt: Timestamp.nullable(),
  /** Of a pending one: until when the link of the mail is good, and who asked them. */
  expiresAt: Timestamp.nullable(),
  invitedBy: z.string(),
  version: z.int(),
  /** Since when they are here, or invited. */
  createdAt: Timestamp,
})
export type Staff = z.infer<typeof Staff>

export const StaffInviteInput = z.object({ email: Email, role: RoleKey })
export type StaffInviteInput = z.infer<typeof StaffInviteInput>

/** Of a pending one, only the role can be changed. */
export const StaffEdit = z.object({
  role: RoleKey.optional(),
  status: z.enum(['active', 'inactive']).optional(),
  ...versionField,
})
export type StaffEdit = z.infer<typeof StaffEdit>

const PasswordConfirmation = z.object({ password: z.string().min(1).max(1000) })
export const OwnershipInput = PasswordConfirmation.extend({
  to: Id,
  /** Whether who offers stays an owner too; else they become an administrator. */
  staysOwner: z.boolean(),
})
export const OwnershipAcceptance = PasswordConfirmation

/** An owner wants somebody to own the store. Both say so with their password. */
export const OwnershipOffer = z.object({
  from: z.object({ _id: Id, fullName: z.string(), email: z.string() }),
  to: z.object({ _id: Id, fullName: z.string(), email: z.string() }),
  business: z.object({ _id: Id, name: z.string() }),
  staysOwner: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type OwnershipOffer = z.infer<typeof OwnershipOffer>

const invalidatedFeatures = ['role'] as const

export const staffApi = defineApi('staff', {
  list: {
    method: 'GET',
    path: '/staff/getAll',
    can: 'staff:read',
    summary: 'Who works in the store and who is invited',
    query: ListQuery.extend({
      sort: sortQuery('name', 'createdAt', 'lastSeenAt'),
      status: oneOrMoreQuery(StaffStatus),
      role: oneOrMoreQuery(RoleKey),
    }),
    items: Staff,
  },
  invite: {
    method: 'POST',
    path: '/staff/invite',
    can: 'staff:write',
    summary: 'Invite somebody by mail; the link is good for 7 days',
    body: StaffInviteInput,
    reply: Staff,
    message: 'Invitation sent',
    invalidates: invalidatedFeatures,
  },
  resend: {
    method: 'POST',
    path: '/staff/resend/:id',
    can: 'staff:write',
    status: 200,
    summary:
      'Send an invitation again, good for 7 days from now; the link of the mail before works no more',
    reply: Staff,
    message: 'Invitation sent again',
  },
  revoke: {
    method: 'DELETE',
    path: '/staff/revoke/:id',
    can: 'staff:write',
    summary: 'Take an invitation back',
    message: 'Invitation taken back',
    invalidates: invalidatedFeatures,
  },
  update: {
    method: 'PATCH',
    path: '/staff/update/:id',
    can: 'staff:write',
    summary:
      'Give somebody another role, shut them out or let them in again; felt at their next call',
    body: StaffEdit,
    reply: Staff,
    message: 'Staff updated',
    invalidates: invalidatedFeatures,
  },
  delete: {
    method: 'DELETE',
    path: '/staff/delete/:id',
    can: 'staff:write',
    summary: 'Take somebody out of the store',
    message: 'Removed from the store',
    invalidates: invalidatedFeatures,
  },
  leave: {
    method: 'POST',
    path: '/staff/leave',
    can: 'member',
    status: 200,
    summary: 'Leave the store',
    message: 'You have left the store',
    invalidates: ['business', 'account'],
  },
  offerOwnership: {
    method: 'POST',
    path: '/staff/ownership/offer',
    can: 'staff:write',
    summary:
      'Offer somebody the ownership of the store, as one of its owners; they have 7 days to take it',
    body: OwnershipInput,
    reply: OwnershipOffer,
    message: 'Ownership offered',
  },
  getOwnershipOffer: {
    method: 'GET',
    path: '/staff/ownership/:id',
    can: 'member',
    businessIdParam: 'id',
    summary: 'The offer of ownership that waits in a store, for the two it is between',
    reply: OwnershipOffer.nullable(),
  },
  acceptOwnership: {
    method: 'POST',
    path: '/staff/ownership/accept/:id',
    can: 'member',
    businessIdParam: 'id',
    status: 200,
    summary: 'Take the ownership that is offered',
    body: OwnershipAcceptance,
    message: 'You own this store now',
    invalidates: invalidatedFeatures,
  },
  cancelOwnershipOffer: {
    method: 'DELETE',
    path: '/staff/ownership/delete/:id',
    can: 'member',
    businessIdParam: 'id',
    summary: 'Decline the ownership that is offered, or take the offer back',
    message: 'The offer is gone',
  },
  get: {
    method: 'GET',
    path: '/staff/:id',
    can: 'staff:read',
    summary: 'One of the staff',
    reply: Staff,
  },
})

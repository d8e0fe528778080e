import { z } from 'zod'
import { Ability } from '../account/account.ts'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import {
  asciiCodeText,
  Email,
  Id,
  ListQuery,
  oneOrMoreQuery,
  singleLineText,
  sortQuery,
  Timestamp,
  versionField,
} from '../lib/schemas.ts'
import { RoleKey } from './role.ts'

/** `pending`: invited, not yet joined. `inactive`: access suspended, data kept. */
export const StaffStatus = z.enum(['active', 'inactive', 'pending'])
export type StaffStatus = z.infer<typeof StaffStatus>

/** Maximum number of pending invitations. */
export const maxInvitations = 50

/** A staff member or a pending invitation. */
export const Staff = z.object({
  /** The person's id, or the invitation's id while pending. */
  _id: Id,
  /** Empty while pending. */
  fullName: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.string(),
  /** The name of a custom role. */
  roleName: z.string(),
  /** Permissions in this store, current or after joining. */
  ability: z.array(Ability),
  status: StaffStatus,
  /** Last activity, with a precision of ten minutes. */
  lastSeenAt: Timestamp.nullable(),
  /** For a pending invitation: when its link expires and who sent it. */
  expiresAt: Timestamp.nullable(),
  invitedBy: z.string(),
  version: z.int(),
  /** When the person joined or was invited. */
  createdAt: Timestamp,
})
export type Staff = z.infer<typeof Staff>

/** The filters of the columns of the list. Days are inclusive, in the store's time zone. */
export const StaffListQuery = ListQuery.extend({
  sort: sortQuery('name', 'email', 'createdAt', 'lastSeenAt'),
  /** Parts of the name and of the email. */
  name: singleLineText(120).optional(),
  email: asciiCodeText(254).optional(),
  status: oneOrMoreQuery(StaffStatus),
  role: oneOrMoreQuery(RoleKey),
  lastSeenFrom: z.iso.date().optional(),
  lastSeenTo: z.iso.date().optional(),
  /** The day on which the person joined or was invited. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type StaffListQuery = z.infer<typeof StaffListQuery>

export const StaffInviteInput = z.object({ email: Email, role: RoleKey })
export type StaffInviteInput = z.infer<typeof StaffInviteInput>

/** For a pending invitation, only the role can change. */
export const StaffEdit = z.object({
  role: RoleKey.optional(),
  status: z.enum(['active', 'inactive']).optional(),
  ...versionField,
})
export type StaffEdit = z.infer<typeof StaffEdit>

export const OwnershipInput = Reauthentication.extend({
  to: Id,
  /** If true, the current owner stays an owner; otherwise they become an administrator. */
  staysOwner: z.boolean(),
})
export const OwnershipAcceptance = Reauthentication

/** A pending transfer of ownership. Both sides confirm with their password. */
export const OwnershipOffer = z.object({
  from: z.object({ _id: Id, fullName: z.string(), email: z.string() }),
  to: z.object({ _id: Id, fullName: z.string(), email: z.string() }),
  business: z.object({ _id: Id, name: z.string() }),
  staysOwner: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type OwnershipOffer = z.infer<typeof OwnershipOffer>

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const invalidatedFeatures = ['role'] as const

export const staffApi = defineApi('staff', {
  list: {
    method: 'GET',
    path: '/staff/getAll',
    can: 'staff:read',
    summary: 'List staff and pending invitations',
    query: StaffListQuery,
    items: Staff,
  },
  exportCsv: {
    method: 'GET',
    path: '/staff/export/csv',
    can: 'staff:read',
    rateLimit: 'transfer',
    summary: 'Export staff and pending invitations as CSV',
    query: StaffListQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  exportXlsx: {
    method: 'GET',
    path: '/staff/export/xlsx',
    can: 'staff:read',
    rateLimit: 'transfer',
    summary: 'Export staff and pending invitations as an Excel workbook',
    query: StaffListQuery,
    downloadType: workbookType,
  },
  invite: {
    method: 'POST',
    path: '/staff/invite',
    can: 'staff:write',
    summary: 'Invite a staff member by email; the link expires after 7 days',
    uses: 'staff',
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
    summary: 'Resend an invitation for another 7 days; the previous link stops working',
    reply: Staff,
    message: 'Invitation resent',
  },
  revoke: {
    method: 'DELETE',
    path: '/staff/revoke/:id',
    can: 'staff:write',
    summary: 'Cancel an invitation',
    message: 'Invitation canceled',
    invalidates: invalidatedFeatures,
  },
  update: {
    method: 'PATCH',
    path: '/staff/update/:id',
    can: 'staff:write',
    summary: 'Update the role or status of a staff member; takes effect at their next call',
    body: StaffEdit,
    reply: Staff,
    message: 'Staff member updated',
    invalidates: invalidatedFeatures,
  },
  delete: {
    method: 'DELETE',
    path: '/staff/delete/:id',
    can: 'staff:write',
    summary: 'Remove a staff member',
    message: 'Staff member removed',
    invalidates: invalidatedFeatures,
  },
  leave: {
    method: 'POST',
    path: '/staff/leave',
    can: 'member',
    status: 200,
    summary: 'Leave the store',
    message: 'You left the store',
    invalidates: ['business', 'account'],
  },
  offerOwnership: {
    method: 'POST',
    path: '/staff/ownership/offer',
    can: 'staff:write',
    summary: 'Offer ownership of the store to a staff member; the offer expires after 7 days',
    body: OwnershipInput,
    reply: OwnershipOffer,
    message: 'Ownership offered',
  },
  getOwnershipOffer: {
    method: 'GET',
    path: '/staff/ownership/:id',
    can: 'member',
    storeIdParam: 'id',
    summary: 'Get the pending ownership offer; only its two people can read it',
    reply: OwnershipOffer.nullable(),
  },
  acceptOwnership: {
    method: 'POST',
    path: '/staff/ownership/accept/:id',
    can: 'member',
    storeIdParam: 'id',
    status: 200,
    summary: 'Accept an ownership offer',
    uses: 'store',
    body: OwnershipAcceptance,
    message: 'Ownership accepted',
    invalidates: invalidatedFeatures,
  },
  cancelOwnershipOffer: {
    method: 'DELETE',
    path: '/staff/ownership/delete/:id',
    can: 'member',
    storeIdParam: 'id',
    summary: 'Decline or cancel an ownership offer',
    message: 'Ownership offer canceled',
  },
  get: {
    method: 'GET',
    path: '/staff/:id',
    can: 'staff:read',
    summary: 'Get a staff member',
    reply: Staff,
  },
})

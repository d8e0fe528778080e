import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { bulkSelectionFields } from '../lib/call/bulk.ts'
import { Id, singleLineText, Timestamp } from '../lib/schemas.ts'
import { orderFilterFields } from '../order/order-filter.ts'

/** The picking list of a link is sent again after each scan. */
export const maxPackerOrders = 100
export const maxPackerLinkHours = 24 * 30

export const PackerLinkStatus = z.enum(['active', 'expired', 'revoked'])
export type PackerLinkStatus = z.infer<typeof PackerLinkStatus>

/** A link by which a person without an account picks and packs orders. */
export const PackerLink = z.object({
  _id: Id,
  name: z.string(),
  status: PackerLinkStatus,
  orderCount: z.int(),
  /** The orders that were packed with the link, completely or in part. */
  packedOrderCount: z.int(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
})
export type PackerLink = z.infer<typeof PackerLink>

/** Only this response contains the token; the server stores a hash. */
export const NewPackerLink = PackerLink.extend({ token: z.string() })
export type NewPackerLink = z.infer<typeof NewPackerLink>

export const PackerLinkInput = z.object({
  /** The timeline of each packed order shows it. */
  name: singleLineText(80, 1),
  validHours: z.int().min(1).max(maxPackerLinkHours),
})
export type PackerLinkInput = z.infer<typeof PackerLinkInput>

export const packerLinkApi = defineApi('order', {
  listPackerLinks: {
    method: 'GET',
    path: '/packerLink/getAll',
    can: 'order:read',
    summary: 'List packer links, newest first; expired and revoked links stay listed for 30 days',
    reply: z.array(PackerLink),
  },
  createPackerLink: {
    method: 'POST',
    path: '/packerLink/create',
    can: 'order:write',
    summary: 'Create a link for packing up to 100 orders; only this response contains its token',
    body: PackerLinkInput.extend(bulkSelectionFields(orderFilterFields)),
    reply: NewPackerLink,
    message: 'Packer link created',
  },
  revokePackerLink: {
    method: 'POST',
    path: '/packerLink/revoke/:id',
    can: 'order:write',
    status: 200,
    summary: 'Revoke a packer link; it stops working at once',
    reply: PackerLink,
    message: 'Packer link revoked',
  },
})

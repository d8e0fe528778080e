import { z } from 'zod'
import { attachmentTypes } from '../../lib/attachment.ts'
import { defineApi } from '../../lib/call/api.ts'
import { Id, Timestamp } from '../../lib/schemas.ts'

/** The attachments that an order can have. */
export const maxAttachments = 50
/** The photos that a shopper can send with a return. */
export const maxReturnPhotos = 5
export const orderFilePurposes = ['return_photo', 'review_photo', 'attachment', 'label'] as const
export type OrderFilePurpose = (typeof orderFilePurposes)[number]

/**
 * A file of an order: a photo with a return, an attachment of staff, or the label of a parcel or of a
 * return.
 */
export const OrderFile = z.object({
  _id: Id,
  purpose: z.enum(orderFilePurposes),
  return: Id.nullable(),
  parcel: Id.nullable(),
  fileName: z.string(),
  contentType: z.enum(attachmentTypes),
  bytes: z.int(),
  createdAt: Timestamp,
})
export type OrderFile = z.infer<typeof OrderFile>

export const orderFileApi = defineApi('order', {
  listFiles: {
    method: 'GET',
    path: '/order/files/:id',
    can: 'order:read',
    summary: 'List the files of an order, oldest first',
    reply: z.array(OrderFile),
  },
  addFile: {
    method: 'POST',
    path: '/order/addFile/:id',
    can: 'order:write',
    rateLimit: 'transfer',
    upload: true,
    summary: 'Attach a PDF, image or text file of up to 10 MB to an order (multipart, `file`)',
    reply: OrderFile,
    message: 'File added',
  },
  addLabel: {
    method: 'POST',
    path: '/order/addLabel/:id',
    can: 'order:write',
    rateLimit: 'transfer',
    upload: true,
    summary:
      'Store the label of a parcel, a file of up to 10 MB (multipart, `file`), instead of the one before',
    reply: OrderFile,
    message: 'Shipping label added',
  },
  addReturnLabel: {
    method: 'POST',
    path: '/return/addLabel/:id',
    can: 'order:write',
    rateLimit: 'transfer',
    upload: true,
    summary:
      'Store the label of an accepted return (multipart, `file`) instead of the one before, and email it',
    reply: OrderFile,
    message: 'Return label added',
  },
  getFile: {
    method: 'GET',
    path: '/order/file/:id',
    can: 'order:read',
    summary: 'Download a file of an order; labels also require `customer:read` or `order:write`',
    downloadType: 'application/octet-stream',
    auditExemption: 'Pages show photos of returns with this call.',
  },
  deleteFile: {
    method: 'DELETE',
    path: '/order/deleteFile/:id',
    can: 'order:write',
    summary: 'Delete a file of an order',
    message: 'File deleted',
  },
})

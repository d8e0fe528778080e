import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields, tagChangeFields } from '../lib/call/bulk.ts'
import { Address } from '../lib/country/address.ts'
import {
  asciiCodeText,
  Email,
  Id,
  ListQuery,
  Money,
  multiLineText,
  oneOrMoreQuery,
  singleLineText,
  sortQuery,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'
import { VatId } from '../store/tax.ts'

export const customerLimits = { tags: 20 } as const

export const CustomerInput = z.object({
  name: singleLineText(120).optional(),
  email: z.union([z.literal(''), Email]).optional(),
  phone: asciiCodeText(40).optional(),
  address: Address.optional(),
  note: multiLineText(1000).optional(),
  tags: z.array(singleLineText(40, 1)).max(customerLimits.tags).optional(),
  acceptsMarketing: z.boolean().optional(),
  company: singleLineText(120).optional(),
  vatId: VatId.optional(),
  /** Manual orders have no tax, and those of the storefront after the customer has signed in. */
  taxExempt: z.boolean().optional(),
})
export type CustomerInput = z.infer<typeof CustomerInput>

export const Customer = CustomerInput.required().extend({
  _id: Id,
  /** Customers of earlier imports can have an email that no form accepts. */
  email: z.string(),
  orderCount: z.int(),
  totalSpent: Money,
  lastOrderAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Customer = z.infer<typeof Customer>

const customerFilterFields = { tag: oneOrMoreQuery(singleLineText(40)) }
export const CustomerListQuery = ListQuery.extend({
  sort: sortQuery('name', 'createdAt', 'totalSpent', 'lastOrderAt'),
  ...customerFilterFields,
})
export type CustomerListQuery = z.infer<typeof CustomerListQuery>

export const customerApi = defineApi('customer', {
  list: {
    method: 'GET',
    path: '/customer/getAll',
    can: 'customer:read',
    allowsReplica: true,
    summary: 'List customers',
    query: CustomerListQuery,
    items: Customer,
  },
  get: {
    method: 'GET',
    path: '/customer/:id',
    can: 'customer:read',
    summary: 'Get a customer',
    reply: Customer,
  },
  create: {
    method: 'POST',
    path: '/customer/create',
    can: 'customer:write',
    summary: 'Create a customer',
    body: CustomerInput,
    reply: Customer,
    message: 'Customer created',
  },
  update: {
    method: 'PATCH',
    path: '/customer/update/:id',
    can: 'customer:write',
    summary: 'Update a customer',
    body: updateSchema(CustomerInput),
    reply: Customer,
    message: 'Customer updated',
  },
  delete: {
    method: 'DELETE',
    path: '/customer/delete/:id',
    can: 'customer:write',
    summary: 'Delete a customer; orders are kept unchanged',
    message: 'Customer deleted',
  },
  bulkUpdateTags: {
    method: 'POST',
    path: '/customer/bulk/updateTags',
    can: 'customer:write',
    status: 200,
    summary: 'Add or remove tags of several customers',
    body: z.object({ ...bulkSelectionFields(customerFilterFields), ...tagChangeFields }),
    reply: BulkReply,
  },
  bulkDelete: {
    method: 'POST',
    path: '/customer/bulk/delete',
    can: 'customer:write',
    status: 200,
    summary: 'Delete several customers; orders are kept unchanged',
    body: z.object(bulkSelectionFields(customerFilterFields)),
    reply: BulkReply,
  },
})

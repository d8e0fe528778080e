import { z } from 'zod'
import { api } from './lib/api.ts'
import { BulkReply, chosenBy, tagChange } from './lib/bulk.ts'
import {
  Address,
  ByDate,
  Email,
  edit,
  Id,
  ListQuery,
  line,
  Money,
  sortBy,
  text,
} from './lib/shapes.ts'

export const customerLimits = { tags: 20 } as const

export const CustomerInput = z.object({
  name: line(120).optional(),
  email: z.union([z.literal(''), Email]).optional(),
  phone: line(40).optional(),
  address: Address.optional(),
  note: text(1000).optional(),
  tags: z.array(line(40, 1)).max(customerLimits.tags).optional(),
  acceptsMarketing: z.boolean().optional(),
})
export type CustomerInput = z.infer<typeof CustomerInput>

export const Customer = CustomerInput.required().extend({
  _id: Id,
  orderCount: z.int(),
  totalSpent: Money,
  lastOrderAt: ByDate.nullable(),
  version: z.int(),
  createdAt: ByDate,
})
export type Customer = z.infer<typeof Customer>

const customerFilters = { tag: z.string().max(40).optional() }
export const CustomerListQuery = ListQuery.extend({
  sort: sortBy('name', 'createdAt', 'totalSpent', 'lastOrderAt'),
  ...customerFilters,
})
export type CustomerListQuery = z.infer<typeof CustomerListQuery>

export const customerApi = api('customer', {
  list: {
    method: 'GET',
    path: '/customer/getAll',
    can: 'customer:read',
    summary: 'Customers',
    query: CustomerListQuery,
    items: Customer,
  },
  get: {
    method: 'GET',
    path: '/customer/:id',
    can: 'customer:read',
    summary: 'One customer',
    reply: Customer,
  },
  create: {
    method: 'POST',
    path: '/customer/create',
    can: 'customer:write',
    summary: 'Add a customer',
    body: CustomerInput,
    reply: Customer,
    message: 'Customer created',
  },
  update: {
    method: 'PATCH',
    path: '/customer/update/:id',
    can: 'customer:write',
    summary: 'Change a customer',
    body: edit(CustomerInput),
    reply: Customer,
    message: 'Customer updated',
  },
  remove: {
    method: 'DELETE',
    path: '/customer/delete/:id',
    can: 'customer:write',
    summary: 'Delete a customer; orders keep what they say',
    message: 'Customer deleted',
  },
  bulkTags: {
    method: 'POST',
    path: '/customer/bulk/updateTags',
    can: 'customer:write',
    status: 200,
    summary: 'Add tags to several customers, or take them away',
    body: z.object({ ...chosenBy(customerFilters), ...tagChange }),
    reply: BulkReply,
  },
  bulkRemove: {
    method: 'POST',
    path: '/customer/bulk/delete',
    can: 'customer:write',
    status: 200,
    summary: 'Delete several customers; orders keep what they say',
    body: z.object(chosenBy(customerFilters)),
    reply: BulkReply,
  },
})

import { z } from 'zod'
import { api } from './lib/api.ts'
import { Address, ByDate, edit, Email, Id, line, ListQuery, Money, sortBy, text } from './lib/shapes.ts'

export const CustomerInput = z.object({
  name: line(120).optional(),
  email: z.union([z.literal(''), Email]).optional(),
  phone: line(40).optional(),
  address: Address.optional(),
  note: text(1000).optional(),
  tags: z.array(line(40, 1)).max(20).optional(),
  acceptsMarketing: z.boolean().optional(),
})
export type CustomerInput = z.infer<typeof CustomerInput>

export const Customer = CustomerInput.required().extend({
  _id: Id, orderCount: z.int(), totalSpent: Money, lastOrderAt: ByDate.nullable(), version: z.int(), createdAt: ByDate,
})
export type Customer = z.infer<typeof Customer>

export const customerApi = api('customer', {
  list: { method: 'GET', path: '/customer/getAll', can: 'customer:read', summary: 'Customers', query: ListQuery.extend({ sort: sortBy('name', 'createdAt', 'totalSpent', 'lastOrderAt'), tag: z.string().max(40).optional() }), items: Customer },
  get: { method: 'GET', path: '/customer/:id', can: 'customer:read', summary: 'One customer', reply: Customer },
  create: { method: 'POST', path: '/customer/create', can: 'customer:write', summary: 'Add a customer', body: CustomerInput, reply: Customer, message: 'Customer created' },
  update: { method: 'PATCH', path: '/customer/update/:id', can: 'customer:write', summary: 'Change a customer', body: edit(CustomerInput), reply: Customer, message: 'Customer updated' },
  remove: { method: 'DELETE', path: '/customer/delete/:id', can: 'customer:write', summary: 'Delete a customer; orders keep what they say', message: 'Customer deleted' },
})

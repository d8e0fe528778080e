import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Address } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import { Id } from '../lib/schemas.ts'
import { listMissingAddressParts } from '../order/order-address.ts'
import { CustomerInput } from './customer.ts'

export const customerAddressLimit = 20

/** An additional address of a customer, to which orders can be delivered. */
export const FurtherAddress = Address.superRefine((address, context) => {
  for (const part of listMissingAddressParts(address))
    context.addIssue({ code: 'custom', path: [part], message: issue('required').error })
})

/** An address of a customer beside the default one, which is part of the customer. */
export const CustomerAddress = z.object({
  _id: Id,
  address: CustomerInput.required().shape.address,
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

const AddressBody = z.object({ address: FurtherAddress })
const addressList = z.array(CustomerAddress)

/** Calls of one address have its id in the path; the others have that of the customer. */
export const customerAddressApi = defineApi('customer', {
  listAddresses: {
    method: 'GET',
    path: '/customer/addresses/:id',
    can: 'customer:read',
    summary: 'List the addresses of a customer without the default one',
    reply: addressList,
  },
  addAddress: {
    method: 'POST',
    path: '/customer/addAddress/:id',
    can: 'customer:write',
    summary: 'Add an address to a customer; at most 20 beside the default one',
    body: AddressBody,
    reply: CustomerAddress,
    message: 'Address added',
  },
  updateAddress: {
    method: 'PATCH',
    path: '/customer/updateAddress/:id',
    can: 'customer:write',
    summary: 'Update an address of a customer',
    body: AddressBody,
    reply: CustomerAddress,
    message: 'Address updated',
  },
  makeAddressDefault: {
    method: 'POST',
    path: '/customer/makeDefaultAddress/:id',
    can: 'customer:write',
    status: 200,
    summary: 'Make an address the default of its customer; the former default is kept',
    message: 'Default address updated',
  },
  deleteAddress: {
    method: 'DELETE',
    path: '/customer/deleteAddress/:id',
    can: 'customer:write',
    summary: 'Delete an address of a customer',
    message: 'Address deleted',
  },
})

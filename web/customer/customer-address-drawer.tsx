import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Customer, customerApi } from '#contract/customer/customer.ts'
import {
  type CustomerAddress,
  customerAddressApi,
  FurtherAddress,
} from '#contract/customer/customer-address.ts'
import { Address } from '#contract/lib/country/address.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { AddressFields, emptyAddress } from '../ui/field/address-fields.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'

/** The default address, which is part of the customer, a further address or a new one. */
export type AddressTarget =
  | { kind: 'default' }
  | { kind: 'further'; row: CustomerAddress }
  | { kind: 'new' }

type Props = { customer: Customer; target: AddressTarget; onClose: () => void }

const DefaultAddressForm = z.object({ address: Address })
const FurtherAddressForm = z.object({ address: FurtherAddress })

/** Adds or edits an address of a customer. */
export function CustomerAddressDrawer({ customer, target, onClose }: Props) {
  const { t } = useTranslation()
  const [values] = useState(() => ({
    address: { ...emptyAddress, ...getPresentAddress(customer, target) },
  }))
  const save = useSaveAddress(customer, target)
  const form = useContractForm(
    target.kind === 'default' ? DefaultAddressForm : FurtherAddressForm,
    {
      values,
      onSave: async ({ address }) => {
        await save(address)
        onClose()
      },
    },
  )
  return (
    <DrawerForm
      form={form}
      title={t(
        target.kind === 'new' ? 'customerHistory.addAddress' : 'customerHistory.editAddress',
      )}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <AddressFields form={form} getFieldName={part => `address.${part}`} />
    </DrawerForm>
  )
}

function getPresentAddress({ name, address }: Customer, target: AddressTarget): Address {
  if (target.kind === 'new') return { name, country: address.country }
  return target.kind === 'default' ? address : target.row.address
}

function useSaveAddress({ _id: id, version }: Customer, target: AddressTarget) {
  const updateCustomer = useRouteMutation(customerApi.update)
  const create = useRouteMutation(customerAddressApi.addAddress)
  const update = useRouteMutation(customerAddressApi.updateAddress)
  return async (address: Address): Promise<void> => {
    if (target.kind === 'new') await create.mutateAsync({ params: { id }, body: { address } })
    else if (target.kind === 'default')
      await updateCustomer.mutateAsync({ params: { id }, body: { address, version } })
    else await update.mutateAsync({ params: { id: target.row._id }, body: { address } })
  }
}

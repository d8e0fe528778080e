import { Button, Menu } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/customer/customer.ts'
import { type CustomerAddress, customerAddressApi } from '#contract/customer/customer-address.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { AddressLines, emptyAddress, isEmptyAddress } from '../ui/field/address-fields.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import { type AddressTarget, CustomerAddressDrawer } from './customer-address-drawer.tsx'

/** Shows the addresses of a customer, the default one first. Drawers add and edit them. */
export function CustomerAddressesCard({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const [target, setTarget] = useState<AddressTarget>()
  const [deleted, setDeleted] = useState<CustomerAddress>()
  const addresses = useQuery(
    queryOptionsFor(customerAddressApi.listAddresses, { params: { id: customer._id } }),
  )
  const hasDefault = !isEmptyAddress(customer.address)
  return (
    <SectionCard
      title={t('customerHistory.addresses')}
      actions={
        <PermissionGate permission="customer:write">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={() => setTarget(hasDefault ? { kind: 'new' } : { kind: 'default' })}
          >
            {t('customerHistory.addAddress')}
          </Button>
        </PermissionGate>
      }
    >
      {hasDefault || addresses.data?.length ? (
        <ul className={css.addresses}>
          {hasDefault && (
            <AddressItem
              address={customer.address}
              isDefault
              onEdit={() => setTarget({ kind: 'default' })}
            />
          )}
          {addresses.data?.map(row => (
            <FurtherAddressItem
              key={row._id}
              row={row}
              onEdit={() => setTarget({ kind: 'further', row })}
              onDelete={() => setDeleted(row)}
            />
          ))}
        </ul>
      ) : (
        <p className={css.noConsents}>{t('customerHistory.noAddresses')}</p>
      )}
      {target && (
        <CustomerAddressDrawer
          customer={customer}
          target={target}
          onClose={() => setTarget(undefined)}
        />
      )}
      {deleted && <DeleteAddressDialog row={deleted} onClose={() => setDeleted(undefined)} />}
    </SectionCard>
  )
}

function FurtherAddressItem({
  row,
  onEdit,
  onDelete,
}: {
  row: CustomerAddress
  onEdit: () => void
  onDelete: () => void
}) {
  const makeDefault = useRouteMutation(customerAddressApi.makeAddressDefault)
  return (
    <AddressItem
      address={row.address}
      onEdit={onEdit}
      onDelete={onDelete}
      onMakeDefault={() => makeDefault.mutate({ params: { id: row._id } })}
    />
  )
}

type ItemProps = {
  address: Address
  isDefault?: boolean
  onEdit: () => void
  onMakeDefault?: () => void
  onDelete?: () => void
}

function AddressItem({ address, isDefault = false, onEdit, onMakeDefault, onDelete }: ItemProps) {
  const { t } = useTranslation()
  const title = address.line1 || address.city || address.name || ''
  return (
    <li className={css.address}>
      <div>
        <AddressLines address={address} />
        {isDefault && <StatusBadge tone="neutral" label={t('customerHistory.default')} />}
      </div>
      <PermissionGate permission="customer:write">
        <Menu position="bottom-end">
          <Menu.Target>
            <MoreButton label={t('customerHistory.addressActions', { name: title })}>
              <IconDots size={18} stroke={1.75} />
            </MoreButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>{t('customer.view.edit')}</Menu.Item>
            {onMakeDefault && (
              <Menu.Item onClick={onMakeDefault}>{t('customerHistory.makeDefault')}</Menu.Item>
            )}
            {onDelete && (
              <Menu.Item color="red" onClick={onDelete}>
                {t('customerHistory.deleteAddress')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </PermissionGate>
    </li>
  )
}

function DeleteAddressDialog({
  row: { _id: id, address },
  onClose,
}: {
  row: CustomerAddress
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useRouteMutation(customerAddressApi.deleteAddress)
  return (
    <ConfirmDialog
      isOpen
      title={t('customerHistory.deleteAddressTitle', {
        name: { ...emptyAddress, ...address }.line1,
      })}
      confirmLabel={t('customerHistory.deleteAddress')}
      isDangerous
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id } }, { onSettled: onClose })}
    >
      {t('customerHistory.deleteAddressText')}
    </ConfirmDialog>
  )
}

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { OrderContactFields } from '../detail/order-contact-fields.tsx'
import textCss from '../order-text.module.css'
import { CustomerSearch } from './customer-search.tsx'
import { emptyBuyer, type OrderFormValues, toOrderCustomerValues } from './order-form-schema.ts'

type Props = { form: ContractForm<OrderFormValues> }

/** Selects an existing customer with their address, or takes the contact data of a new one. */
export function OrderNewCustomer({ form }: Props) {
  const { t } = useTranslation()
  const canSearch = usePermission('customer:read')
  if (form.values.customer?._id) return <SelectedCustomer form={form} />
  return (
    <SectionCard title={t('order.side.customer')}>
      {canSearch && (
        <CustomerSearch onSelect={customer => form.setValues(toOrderCustomerValues(customer))} />
      )}
      <OrderContactFields form={form} getFieldName={part => `customer.${part}`} />
    </SectionCard>
  )
}

function SelectedCustomer({ form }: Props) {
  const { t } = useTranslation()
  const { name, email, phone } = form.values.customer ?? {}
  return (
    <SectionCard
      title={t('order.side.customer')}
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setFieldValue('customer', emptyBuyer)}
        >
          {t('order.new.changeCustomer')}
        </Button>
      }
    >
      <div className={textCss.contact}>
        <span className={textCss.strong}>{name || email || phone}</span>
        {name && email && <span>{email}</span>}
        {phone && <span>{phone}</span>}
      </div>
    </SectionCard>
  )
}

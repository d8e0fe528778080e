import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Order } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import { AddressLines } from '../ui/form/address-fields.tsx'
import { Cards } from '../ui/form/edit-form.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './order.module.css'
import type { OrderDialog } from './use-order-dialog.ts'

const left: readonly string[] = ['shipped', 'delivered', 'completed', 'returned']

/** Whom the order is for, where it goes, and what is to be remembered about it. */
export function OrderSide({ order, dialog }: { order: Order; dialog: OrderDialog | undefined }) {
  const { t } = useTranslation()
  const edit = (name: string) => dialog && (() => dialog.show(name))
  return (
    <Cards>
      <SectionCard title={t('order.side.customer')}>
        <Buyer customer={order.customer} />
        <Part
          title={t('order.side.shippingAddress')}
          onEdit={left.includes(order.status) ? undefined : edit('shippingAddress')}
        >
          <AddressLines address={order.shippingAddress} />
        </Part>
        <Part title={t('order.side.billingAddress')} onEdit={edit('billingAddress')}>
          <AddressLines address={order.billingAddress} />
        </Part>
      </SectionCard>
      <SectionCard
        title={t('order.side.notes')}
        actions={
          dialog && <Pencil label={t('order.edit.notes')} onClick={() => dialog.show('notes')} />
        }
      >
        {order.customerNote && (
          <Part title={t('order.side.customerNote')}>{order.customerNote}</Part>
        )}
        <Part title={t('order.side.note')}>{order.note}</Part>
        <Part title={t('order.side.tags')}>
          {order.tags.length > 0 && (
            <span className={css.row}>
              {order.tags.map(tag => (
                <span key={tag} className={css.tag}>
                  {tag}
                </span>
              ))}
            </span>
          )}
        </Part>
      </SectionCard>
    </Cards>
  )
}

function Buyer({ customer: { _id, name, email, phone } }: Pick<Order, 'customer'>) {
  const { t } = useTranslation()
  const isKnown = useCan('customer:read') && _id !== null
  const who = name || email || phone || t('order.list.nobody')
  return (
    <div className={css.side}>
      <span className={css.strong}>
        {isKnown ? <Link to={`/apps/customer/view/${_id}`}>{who}</Link> : who}
      </span>
      {name && email && <a href={`mailto:${email}`}>{email}</a>}
      {(name || email) && phone && <a href={`tel:${phone}`}>{phone}</a>}
    </div>
  )
}

function Part({
  title,
  onEdit,
  children,
}: {
  title: string
  onEdit?: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.part}>
      <div className={css.partHead}>
        {title}
        {onEdit && (
          <Pencil label={t('order.edit.of', { what: format.within(title) })} onClick={onEdit} />
        )}
      </div>
      <div className={css.side}>{children || <span className="sw-dimmed">–</span>}</div>
    </div>
  )
}

const Pencil = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconPencil size={16} stroke={1.75} />
  </ActionIcon>
)

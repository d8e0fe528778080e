import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { Order } from '#contract/order/order.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import type { LinkedOrder } from '#contract/order/order-part.ts'
import { DeskPanel } from '../../desk/desk-panel.tsx'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { AddressLines, isEmptyAddress } from '../../ui/field/address-fields.tsx'
import { CardStack } from '../../ui/form/edit-form.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { OrderFilesCard } from '../file/order-files-card.tsx'
import textCss from '../order-text.module.css'
import { hasCustomer } from './order-customer-dialog.tsx'
import css from './order-detail.module.css'
import { OrderInvoicesCard } from './order-invoices-card.tsx'

const shippedStatuses: readonly string[] = ['shipped', 'delivered', 'completed', 'returned']

/** The customer, addresses, notes and tags of an order. */
export function OrderSide({ order, dialog }: { order: Order; dialog: DialogParam | undefined }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const canSeeCustomers = usePermission('customer:read')
  const canChangeDetails = order.status !== 'cancelled'
  const createEditHandler = (name: string) =>
    dialog && canChangeDetails ? () => dialog.open(name) : undefined
  return (
    <CardStack>
      <SectionCard
        title={t('order.side.customer')}
        actions={
          dialog &&
          canSeeCustomers &&
          canChangeDetails && <CustomerButton order={order} dialog={dialog} />
        }
      >
        <CustomerSummary order={order} />
        <SideSection
          title={t('order.side.shippingAddress')}
          addLabel={t('order.edit.addAddress')}
          isEmpty={isEmptyAddress(order.shippingAddress)}
          onEdit={
            shippedStatuses.includes(order.status)
              ? undefined
              : createEditHandler('shippingAddress')
          }
        >
          <AddressLines address={order.shippingAddress} />
        </SideSection>
        <RelatedOrders order={order} />
        {order.shipBy && (
          <SideSection title={t('order.side.shipBy')}>
            <span className={css.shipBy}>
              {format.day(order.shipBy)}
              {order.isLate && <StatusBadge tone="bad" label={t('order.side.late')} />}
            </span>
          </SideSection>
        )}
        {order.deliveryFrom && order.deliveryTo && (
          <SideSection title={t('order.side.estimatedDelivery')}>
            {format.dateRange(order.deliveryFrom, order.deliveryTo)}
          </SideSection>
        )}
        <SideSection
          title={t('order.side.billingAddress')}
          addLabel={t('order.edit.addBillingAddress')}
          isEmpty={isEmptyAddress(order.billingAddress)}
          onEdit={createEditHandler('billingAddress')}
        >
          {isSameAddress(order.billingAddress, order.shippingAddress) ? (
            <span className="sw-dimmed">{t('order.side.sameAddress')}</span>
          ) : (
            <AddressLines address={order.billingAddress} />
          )}
        </SideSection>
      </SectionCard>
      <OrderInvoicesCard order={order} />
      <OrderFilesCard orderId={order._id} />
      <SectionCard
        title={t('order.side.notes')}
        actions={
          dialog && (
            <EditButton label={t('order.edit.notes')} onClick={() => dialog.open('notes')} />
          )
        }
      >
        {order.checkoutAnswers.map(({ label, value }) => (
          <SideSection key={label} title={label}>
            <span className={css.written}>{value}</span>
          </SideSection>
        ))}
        {order.customerNote && (
          <SideSection title={t('order.side.customerNote')}>
            <span className={css.written}>{order.customerNote}</span>
          </SideSection>
        )}
        <SideSection title={t('order.side.note')}>{order.note}</SideSection>
        <SideSection title={t('order.side.tags')}>
          {order.tags.length > 0 && (
            <span className={css.badges}>
              {order.tags.map(tag => (
                <span key={tag} className={textCss.tag}>
                  {tag}
                </span>
              ))}
            </span>
          )}
        </SideSection>
      </SectionCard>
      <DeskPanel subject="order" id={order._id} />
    </CardStack>
  )
}

function CustomerButton({ order, dialog }: { order: Order; dialog: DialogParam }) {
  const { t } = useTranslation()
  const showDialog = () => dialog.open('customer')
  return hasCustomer(order) ? (
    <EditButton label={t('order.new.changeCustomer')} onClick={showDialog} />
  ) : (
    <AddButton label={t('order.edit.addCustomer')} onClick={showDialog} />
  )
}

function CustomerSummary({ order }: { order: Order }) {
  const { _id, name, email, phone, company, vatId } = order.customer
  const { t } = useTranslation()
  const canViewCustomer = usePermission('customer:read') && _id !== null
  const displayName = name || email || phone || t('order.list.guest')
  return (
    <div className={textCss.contact}>
      <span className={textCss.strong}>
        {canViewCustomer ? (
          <Link to={getRecordPath('customer', _id)}>{displayName}</Link>
        ) : (
          displayName
        )}
      </span>
      {company && company !== name && <span>{company}</span>}
      {vatId && <span>{vatId}</span>}
      {name && email && <a href={`mailto:${email}`}>{formatEmail(email)}</a>}
      {(name || email) && phone && <a href={`tel:${phone}`}>{phone}</a>}
    </div>
  )
}

function SideSection({
  title,
  onEdit,
  addLabel = '',
  isEmpty = false,
  children,
}: {
  title: string
  /** The label of the button for a section that is empty. */
  addLabel?: string
  isEmpty?: boolean
  onEdit?: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div className={css.section}>
      <div className={css.sectionHeader}>
        {title}
        {onEdit && !isEmpty && (
          <EditButton
            label={t('order.edit.title', { subject: format.lowercaseLabel(title) })}
            onClick={onEdit}
          />
        )}
      </div>
      {onEdit && isEmpty ? (
        <AddButton label={addLabel} onClick={onEdit} />
      ) : (
        <div className={textCss.contact}>{children || <span className="sw-dimmed">–</span>}</div>
      )}
    </div>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="subtle" size="compact-sm" onClick={onClick}>
    {label}
  </Button>
)

const EditButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconPencil size={16} stroke={1.75} />
  </ActionIcon>
)

/** The orders that this one exchanges or replaces, or that exchange or replace its items. */
function RelatedOrders({ order: { originalOrder, followingOrders } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <>
      {originalOrder && (
        <SideSection title={t('order.side.originalOrder')}>
          <OrderLinks orders={[originalOrder]} />
        </SideSection>
      )}
      {followingOrders.length > 0 && (
        <SideSection title={t('order.side.followingOrders')}>
          <OrderLinks orders={followingOrders} />
        </SideSection>
      )}
    </>
  )
}

const OrderLinks = ({ orders }: { orders: readonly LinkedOrder[] }) =>
  orders.map(({ _id, number }) => (
    <div key={_id}>
      <Link to={getRecordPath('order', _id)}>
        <bdi>{number}</bdi>
      </Link>
    </div>
  ))

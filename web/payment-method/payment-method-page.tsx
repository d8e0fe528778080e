import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type PaymentProviderCode, paymentAccountApi } from '#contract/payment/payment-account.ts'
import {
  ManualPaymentKind,
  manualPaymentKinds,
  type PaymentMethod,
  paymentMethodApi,
} from '#contract/payment/payment-method.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useHasPermission } from '../lib/session/session.ts'
import emptyPaymentDrawing from '../ui/art/empty-payment.svg?raw'
import { CardStack } from '../ui/form/edit-form.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ConnectProviderDialog } from './connect-provider-dialog.tsx'
import { paymentKindIcons } from './payment-kind-icons.ts'
import css from './payment-method.module.css'
import { PaymentMethodDialog } from './payment-method-dialog.tsx'
import { PaymentMethodRow } from './payment-method-row.tsx'
import { PaymentProviderCard } from './payment-provider-card.tsx'

/** Lists the payment methods in the order of the checkout, and the kinds that can be added. */
export function PaymentMethodPage() {
  const { t } = useTranslation()
  const can = useHasPermission()
  const connections = useQuery(queryOptionsFor(paymentAccountApi.list, {}))
  const methods = useQuery(queryOptionsFor(paymentMethodApi.list, {}))
  const dialog = usePaymentMethodDialog()
  return (
    <>
      <PageHeader title={t('paymentMethod.title')} subtitle={t('paymentMethod.subtitle')} />
      <QueryBoundary query={methods} alsoWaitFor={[connections]}>
        {items => (
          <CardStack>
            {items.length > 0 && <PaymentMethodList methods={items} onEdit={dialog.edit} />}
            {connections.data && (
              <PaymentProviderCard connections={connections.data} onConnect={dialog.connect} />
            )}
            {can('business:write') && <AddPaymentMethodCard methods={items} onAdd={dialog.add} />}
            {items.length === 0 && !can('business:write') && (
              <SectionCard>
                <NoMethods />
              </SectionCard>
            )}
            {connections.data
              ?.filter(({ provider }) => provider === dialog.provider)
              .map(connection => (
                <ConnectProviderDialog
                  key={connection.provider}
                  connection={connection}
                  onClose={dialog.close}
                />
              ))}
            {dialog.newKind && (
              <PaymentMethodDialog
                key={dialog.newKind}
                kind={dialog.newKind}
                onClose={dialog.close}
              />
            )}
            {items
              .filter(({ _id }) => _id === dialog.editedId)
              .map(method => (
                <PaymentMethodDialog
                  key={method._id}
                  kind={method.kind}
                  method={method}
                  onClose={dialog.close}
                />
              ))}
          </CardStack>
        )}
      </QueryBoundary>
    </>
  )
}
PaymentMethodPage.prefetch = (({ client }) =>
  Promise.all([
    client.prefetchQuery(queryOptionsFor(paymentMethodApi.list, {})),
    client.prefetchQuery(queryOptionsFor(paymentAccountApi.list, {})),
  ])) satisfies Prefetch

/** Stores the open dialog in the URL: `?add=<kind>`, `?edit=<id>` or `?connect=<provider>`. */
function usePaymentMethodDialog() {
  const [params, setParams] = useSearchParams()
  const openDialog = (newParams: Record<string, string>) =>
    setParams(newParams, { preventScrollReset: true })
  const newKind = ManualPaymentKind.safeParse(params.get('add')).data
  return {
    newKind,
    editedId: params.get('edit'),
    provider: params.get('connect'),
    add: (kind: ManualPaymentKind) => openDialog({ add: kind }),
    connect: (provider: PaymentProviderCode) => openDialog({ connect: provider }),
    edit: (id: string) => openDialog({ edit: id }),
    close: () => openDialog({}),
  }
}

function PaymentMethodList({
  methods,
  onEdit,
}: {
  methods: readonly PaymentMethod[]
  onEdit: (id: string) => void
}) {
  const { t } = useTranslation()
  const isAllOff = methods.every(({ enabled }) => !enabled)
  return (
    <SectionCard
      title={t('paymentMethod.list')}
      hint={t(isAllOff ? 'paymentMethod.allOff' : 'paymentMethod.listHint')}
      flush
    >
      <ul className={css.list}>
        {methods.map((method, index) => (
          <PaymentMethodRow
            key={method._id}
            method={method}
            isFirst={index === 0}
            isLast={index === methods.length - 1}
            onEdit={() => onEdit(method._id)}
          />
        ))}
      </ul>
    </SectionCard>
  )
}

function NoMethods() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="business:write"
      drawing={emptyPaymentDrawing}
      title={t('paymentMethod.empty')}
      text={t('paymentMethod.emptyText')}
    />
  )
}

/** Offers each kind once, and `other` any number of times. */
function AddPaymentMethodCard({
  methods,
  onAdd,
}: {
  methods: readonly PaymentMethod[]
  onAdd: (kind: ManualPaymentKind) => void
}) {
  const { t } = useTranslation()
  const kinds = manualPaymentKinds.filter(
    kind => kind === 'other' || !methods.some(method => method.kind === kind),
  )
  return (
    <SectionCard {...(methods.length > 0 && { title: t('paymentMethod.add') })}>
      {methods.length === 0 && <NoMethods />}
      <ul className={css.kinds}>
        {kinds.map(kind => {
          const Icon = paymentKindIcons[kind]
          return (
            <li key={kind}>
              <button type="button" className={css.kind} onClick={() => onAdd(kind)}>
                <span className={css.icon}>
                  <Icon size={20} stroke={1.75} aria-hidden />
                </span>
                <span>
                  <strong>{t(`paymentMethod.kind.${kind}.name`)}</strong>
                  <small>{t(`paymentMethod.kind.${kind}.text`)}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  PaymentKind as Kind,
  type PaymentKind,
  type PaymentMethod,
  paymentKinds,
  paymentMethodApi,
} from '#contract/payment-method.ts'
import { queryOf } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useMay } from '../lib/session/session.ts'
import { ArtEmptyPayment } from '../ui/art/art-empty-payment.tsx'
import { Cards } from '../ui/form/edit-form.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './payment-method.module.css'
import { kindIcons } from './payment-method-choices.ts'
import { PaymentMethodDialog } from './payment-method-dialog.tsx'
import { PaymentMethodRow } from './payment-method-row.tsx'

/** How buyers pay: what is there, in the order of the checkout, and what can be added. */
export function PaymentMethodPage() {
  const { t } = useTranslation()
  const may = useMay()
  const methods = useQuery(queryOf(paymentMethodApi.list, {}))
  const dialog = usePaymentDialog()
  return (
    <>
      <PageHeader title={t('paymentMethod.title')} subtitle={t('paymentMethod.subtitle')} />
      <Loaded query={methods}>
        {found => (
          <Cards>
            {found.length > 0 && <Methods methods={found} onEdit={dialog.edit} />}
            {may('business:write') && <Addable methods={found} onAdd={dialog.add} />}
            {found.length === 0 && !may('business:write') && (
              <SectionCard>
                <NoMethods />
              </SectionCard>
            )}
            {dialog.adding && (
              <PaymentMethodDialog
                key={dialog.adding}
                kind={dialog.adding}
                onClose={dialog.close}
              />
            )}
            {found
              .filter(({ _id }) => _id === dialog.editing)
              .map(method => (
                <PaymentMethodDialog
                  key={method._id}
                  kind={method.kind}
                  method={method}
                  onClose={dialog.close}
                />
              ))}
          </Cards>
        )}
      </Loaded>
    </>
  )
}
PaymentMethodPage.warm = (({ client }) =>
  client.prefetchQuery(queryOf(paymentMethodApi.list, {}))) satisfies Warm

/** What is open is in the address bar: `?add=<kind>` or `?edit=<id>`. */
function usePaymentDialog() {
  const [params, setParams] = useSearchParams()
  const set = (next: Record<string, string>) => setParams(next, { preventScrollReset: true })
  const adding = Kind.safeParse(params.get('add')).data
  return {
    adding,
    editing: params.get('edit'),
    add: (kind: PaymentKind) => set({ add: kind }),
    edit: (id: string) => set({ edit: id }),
    close: () => set({}),
  }
}

function Methods({
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
        {methods.map((method, i) => (
          <PaymentMethodRow
            key={method._id}
            method={method}
            isFirst={i === 0}
            isLast={i === methods.length - 1}
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
      drawing={<ArtEmptyPayment />}
      title={t('paymentMethod.empty')}
      text={t('paymentMethod.emptyText')}
    />
  )
}

/** Each kind once, and any number of one's own. */
function Addable({
  methods,
  onAdd,
}: {
  methods: readonly PaymentMethod[]
  onAdd: (kind: PaymentKind) => void
}) {
  const { t } = useTranslation()
  const kinds = paymentKinds.filter(
    kind => kind === 'other' || !methods.some(method => method.kind === kind),
  )
  return (
    <SectionCard {...(methods.length > 0 && { title: t('paymentMethod.add') })}>
      {methods.length === 0 && <NoMethods />}
      <ul className={css.kinds}>
        {kinds.map(kind => {
          const Icon = kindIcons[kind]
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
      <p className={css.note}>{t('paymentMethod.addHint')}</p>
    </SectionCard>
  )
}

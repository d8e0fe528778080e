import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PlanInvoice, planApi } from '#contract/account/plan.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { StatusBadge, type StatusTone } from '../../ui/message/status-badge.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './plan.module.css'

const tones: Record<PlanInvoice['state'], StatusTone> = {
  open: 'warn',
  paid: 'good',
  void: 'neutral',
  uncollectible: 'bad',
}

/** Lists the invoices of the plan, which the provider keeps. */
export function PlanInvoiceCard() {
  const { t } = useTranslation()
  const invoices = useQuery(queryOptionsFor(planApi.listInvoices, {}))
  return (
    <SectionCard title={t('plan.invoices')}>
      <QueryBoundary query={invoices} skeleton={<div className={css.placeholder} />}>
        {items =>
          items.length === 0 ? (
            <p className={css.note}>{t('plan.noInvoices')}</p>
          ) : (
            <ul className={css.invoices}>
              {items.map(invoice => (
                <InvoiceRow key={invoice.url || invoice.number} invoice={invoice} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </SectionCard>
  )
}

function InvoiceRow({ invoice }: { invoice: PlanInvoice }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { number, createdAt, total, currency, state, url } = invoice
  return (
    <li className={css.invoice}>
      <a href={url} target="_blank" rel="noreferrer">
        <bdi>{number}</bdi>
      </a>
      <span className={css.note}>{format.date(createdAt)}</span>
      <StatusBadge tone={tones[state]} label={t(`plan.invoiceState.${state}`)} />
      <span className="sw-numbers">{format.money(total, currency)}</span>
    </li>
  )
}

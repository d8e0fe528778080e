import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CustomerConsent, customerConsentApi } from '#contract/customer/customer-history.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { OrderTimeline, TimelineItem } from '../order-status/order-timeline.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import { ShowAllButton } from './show-all-button.tsx'

const firstCount = 5

export const consentsOptions = (id: string, perPage = firstCount) =>
  queryOptionsFor(customerConsentApi.listConsents, { params: { id }, query: { perPage } })

/** Shows when the customer agreed to emails or ended the agreement, and where. */
export function CustomerConsentsCard({ customer: id }: { customer: string }) {
  const { t } = useTranslation()
  const [perPage, setPerPage] = useState(firstCount)
  const consents = useQuery({
    ...consentsOptions(id, perPage),
    placeholderData: previous => previous,
  })
  return (
    <SectionCard title={t('customerHistory.consents')}>
      <QueryBoundary query={consents}>
        {({ items, meta }) =>
          items.length === 0 ? (
            <p className={css.noConsents}>{t('customerHistory.noConsents')}</p>
          ) : (
            <div>
              <OrderTimeline>
                {items.map(consent => (
                  <TimelineItem
                    key={consent._id}
                    at={consent.createdAt}
                    title={t(`customerHistory.consent.${consent.kind}`)}
                  >
                    <ConsentDetails consent={consent} />
                  </TimelineItem>
                ))}
              </OrderTimeline>
              {meta.next && perPage === firstCount && (
                <ShowAllButton count={meta.total} onClick={() => setPerPage(100)} />
              )}
            </div>
          )
        }
      </QueryBoundary>
    </SectionCard>
  )
}

function ConsentDetails({ consent: { source, consentText, actor } }: { consent: CustomerConsent }) {
  const { t } = useTranslation()
  return (
    <>
      {(source || actor) && (
        <span className={css.consentDetails}>
          {source ? t('customerHistory.onPage', { page: source }) : <bdi>{actor}</bdi>}
        </span>
      )}
      {consentText && <span className={css.consentText}>{consentText}</span>}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/customer/customer.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import { CustomerTags } from './customer-tags.tsx'

/** Shows how to reach the customer. */
export function CustomerContactCard({
  customer: { email, phone, company, vatId, taxExempt, acceptsMarketing },
}: {
  customer: Customer
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('customer.view.contact')}>
      <KeyValues
        items={[
          {
            label: t('customer.field.email'),
            value: email && (
              <a className={css.contactLink} href={`mailto:${email}`}>
                <bdi>{formatEmail(email)}</bdi>
              </a>
            ),
          },
          {
            label: t('customer.field.phone'),
            value: phone && (
              <a className={css.contactLink} href={`tel:${phone}`}>
                <bdi>{phone}</bdi>
              </a>
            ),
          },
          ...(company ? [{ label: t('customer.field.company'), value: company }] : []),
          ...(vatId ? [{ label: t('customer.field.vatId'), value: vatId }] : []),
          {
            label: t('customer.list.marketing'),
            value: t(acceptsMarketing ? 'customer.view.marketingYes' : 'customer.view.marketingNo'),
          },
          ...(taxExempt
            ? [{ label: t('order.totals.tax'), value: t('customer.field.taxExempt') }]
            : []),
        ]}
      />
    </SectionCard>
  )
}

/** Shows the tags and the note of the customer. */
export function CustomerNotesCard({ customer: { tags, note } }: { customer: Customer }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('customer.edit.notes')}>
      <KeyValues
        items={[
          { label: t('customer.field.tags'), value: <CustomerTags tags={tags} /> },
          { label: t('customer.field.note'), value: note && <p className={css.note}>{note}</p> },
        ]}
      />
    </SectionCard>
  )
}

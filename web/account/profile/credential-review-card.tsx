import { Button } from '@mantine/core'
import { IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type AccountCredential,
  accountCredentialApi,
} from '#contract/account/account-credential.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toast } from '../../lib/page/toast.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'

/** Lists the API keys and webhooks of the user after a password reset, to end those of intruders. */
export function CredentialReviewCard() {
  const { t } = useTranslation()
  const review = useQuery(queryOptionsFor(accountCredentialApi.listCredentials, {})).data
  const complete = useRouteMutation(accountCredentialApi.completeReview)
  if (!review?.isReviewDue || review.credentials.length === 0) return null
  return (
    <SectionCard
      flush
      title={t('person.review.title')}
      hint={t('person.review.text')}
      actions={
        <Button size="xs" loading={complete.isPending} onClick={() => complete.mutate({})}>
          {t('person.review.complete')}
        </Button>
      }
    >
      <ul className={css.list}>
        {review.credentials.map(credential => (
          <CredentialRow key={credential._id} credential={credential} />
        ))}
      </ul>
    </SectionCard>
  )
}

function CredentialRow({
  credential: { _id, kind, name, business: store, createdAt },
}: {
  credential: AccountCredential
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const end = useRouteMutation(accountCredentialApi.endCredential)
  const Icon = kind === 'api_key' ? IconKey : IconPlugConnected
  const label =
    kind === 'api_key'
      ? t('person.review.key', { name })
      : t('person.review.webhook', { url: name })
  return (
    <li className={css.listRow}>
      <span className={css.rowIcon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={css.rowText}>
        <strong>
          <bdi>{label}</bdi>
        </strong>
        <p>{t('person.review.created', { store: store.name, date: format.dateTime(createdAt) })}</p>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={end.isPending}
        aria-label={t('person.review.endOne', { name: label })}
        onClick={() =>
          end.mutate(
            { params: { id: _id } },
            { onSuccess: () => toast.success(t('person.review.ended')) },
          )
        }
      >
        {t('person.review.end')}
      </Button>
    </li>
  )
}

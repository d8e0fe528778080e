import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mailInApi, type UnfiledMail, unstoredFailures } from '#contract/desk/mail-in.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { PermissionGate } from '../../lib/session/permission-gate.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import { RelativeTime } from '../../ui/date/relative-time.tsx'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import folderCss from '../folder-nav.module.css'
import { FolderNav } from '../folder-nav.tsx'
import css from './unfiled-mail.module.css'

/** Lists the received emails that could not be added to the inbox. */
export function UnfiledMailPage() {
  const { t } = useTranslation()
  const query = useQuery(queryOptionsFor(mailInApi.listUnfiled, {}))
  return (
    <>
      <PageHeader title={t('conversation.unfiled.title')} count={query.data?.length} />
      <div className={folderCss.page}>
        <FolderNav current="unfiled" />
        <QueryBoundary query={query}>
          {mails =>
            mails.length === 0 ? (
              <EmptyState drawing={mailboxDrawing} title={t('conversation.unfiled.empty')} />
            ) : (
              <SectionCard
                hint={t('conversation.unfiled.text')}
                title={t('conversation.unfiled.list')}
              >
                <ul className={css.list}>
                  {mails.map(mail => (
                    <UnfiledMailItem key={mail._id} mail={mail} />
                  ))}
                </ul>
              </SectionCard>
            )
          }
        </QueryBoundary>
      </div>
    </>
  )
}

function UnfiledMailItem({ mail }: { mail: UnfiledMail }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const retry = useRouteMutation(mailInApi.retryUnfiled)
  const { _id: id, sender, recipient, bytes, reason, isRetried, receivedAt } = mail
  const name = sender ? formatEmail(sender) : t('conversation.unfiled.unknownSender')
  const download = t(
    reason === 'too_large'
      ? 'conversation.unfiled.downloadBeginning'
      : 'conversation.downloadOriginal',
  )
  const label = (action: string) => `${action}: ${name}`
  return (
    <li className={css.item}>
      <div className={css.text}>
        <strong className={css.sender}>
          <bdi>{name}</bdi>
        </strong>
        <span className={css.details}>
          <RelativeTime time={receivedAt} /> · {format.bytes(bytes)} ·{' '}
          {t('conversation.unfiled.to')} <bdi>{formatEmail(recipient)}</bdi>
        </span>
        <span>
          {t(`conversation.unfiled.reason.${reason}`)}
          {isRetried && ` ${t('conversation.unfiled.retried')}`}
        </span>
      </div>
      <div className={css.actions}>
        {reason !== 'original_missing' && (
          <Button
            variant="default"
            size="xs"
            aria-label={label(download)}
            onClick={() => startDownload(mailInApi.getUnfiledOriginal, { params: { id } })}
          >
            {download}
          </Button>
        )}
        {!isRetried && !unstoredFailures.includes(reason) && (
          <PermissionGate permission="conversation:write">
            <Button
              variant="default"
              size="xs"
              aria-label={label(t('ui.error.retry'))}
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id } })}
            >
              {t('ui.error.retry')}
            </Button>
          </PermissionGate>
        )}
      </div>
    </li>
  )
}

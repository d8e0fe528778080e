import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConversationMessage, messageApi } from '#contract/desk/message.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { ErrorState } from '../ui/message/error-state.tsx'
import { buildMailDocument } from './build-mail-document.ts'
import css from './message-content.module.css'

/** The HTML of an email in a frame that runs no scripts. Links open in a new tab. */
export function MessageHtmlView({ message }: { message: ConversationMessage }) {
  const { t } = useTranslation()
  const { _id: id } = message
  const [showsImages, setShowsImages] = useState(false)
  // A received email does not change.
  const content = useQuery({
    ...queryOptionsFor(messageApi.getHtml, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const html = content.data?.html
  const page = useQuery({
    queryKey: ['message', 'document', id, showsImages],
    queryFn: ({ signal }) =>
      buildMailDocument(html ?? '', message, { showsRemoteImages: showsImages, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: html !== undefined,
    placeholderData: previous => previous,
  })
  const query = content.isError ? content : page
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (page.data === undefined) return <Skeleton className={css.frame} />
  return (
    <div>
      {!showsImages && content.data && content.data.remoteImageCount > 0 && (
        <div className={css.images}>
          <span>{t('conversation.imagesText')}</span>
          <Button size="compact-sm" variant="default" onClick={() => setShowsImages(true)}>
            {t('conversation.showImages')}
          </Button>
        </div>
      )}
      <iframe
        className={css.frame}
        title={t('conversation.formatted')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={page.data}
      />
    </div>
  )
}

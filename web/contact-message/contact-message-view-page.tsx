import { Anchor, Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { type ContactMessage, contactMessageApi } from '#contract/store/contact-message.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import { DeleteButton } from '../ui/dialog/delete-button.tsx'
import { EditColumns } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './contact-message.module.css'

/** A message of the contact form. Staff reply from their own mail program. */
export function ContactMessageViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const message = useSuspenseQuery(queryOptionsFor(contactMessageApi.get, { params: { id } })).data
  return (
    <>
      <PageHeader
        title={message.name}
        back={{ to: recordListPaths.contactMessage, label: t('contactMessage.title') }}
      >
        <PermissionGate permission="customer:write">
          <DeleteMessageButton message={message} />
        </PermissionGate>
        <ReplyButton message={message} />
      </PageHeader>
      <EditColumns sidebar={<SenderCard message={message} />}>
        <SectionCard title={t('contactMessage.message')}>
          <p className={css.message} dir="auto">
            {message.message}
          </p>
        </SectionCard>
      </EditColumns>
    </>
  )
}
ContactMessageViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(
    queryOptionsFor(contactMessageApi.get, { params: { id } }),
  )) satisfies Prefetch

/** Mail programs limit the length of a link, so the reply does not quote the message. */
function ReplyButton({ message: { email } }: { message: ContactMessage }) {
  const { t } = useTranslation()
  const storeName = useCurrentStore()?.name ?? ''
  const subject = encodeURIComponent(t('contactMessage.replySubject', { store: storeName }))
  return (
    <Button
      component="a"
      href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}
      leftSection={<IconMail size={16} stroke={1.75} />}
    >
      {t('contactMessage.reply')}
    </Button>
  )
}

function SenderCard({
  message: { name, email, orderNumber, createdAt },
}: {
  message: ContactMessage
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <SectionCard title={t('contactMessage.sender')}>
      <KeyValues
        items={[
          { label: t('contactMessage.name'), value: name },
          { label: t('contactMessage.email'), value: <bdi>{email}</bdi> },
          ...(orderNumber
            ? [
                {
                  label: t('contactMessage.order'),
                  value: (
                    <PermissionGate permission="order:read" fallback={orderNumber}>
                      <Anchor
                        component={Link}
                        to={`${recordListPaths.order}?q=${encodeURIComponent(orderNumber)}`}
                      >
                        {orderNumber}
                      </Anchor>
                    </PermissionGate>
                  ),
                },
              ]
            : []),
          { label: t('contactMessage.received'), value: format.dateTime(createdAt) },
        ]}
      />
    </SectionCard>
  )
}

function DeleteMessageButton({ message: { _id: id, name } }: { message: ContactMessage }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <DeleteButton
      route={contactMessageApi.delete}
      id={id}
      label={t('contactMessage.delete')}
      title={t('contactMessage.deleteTitle', { name })}
      text={t('contactMessage.deleteText')}
      onDeleted={() => navigate(recordListPaths.contactMessage)}
    />
  )
}

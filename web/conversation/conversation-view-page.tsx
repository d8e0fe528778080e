import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import {
  type Conversation,
  type ConversationMessage,
  conversationApi,
  ReplyInput,
} from '#contract/desk/conversation.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { TextareaField } from '../ui/field/text-field.tsx'
import { EditColumns } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './conversation.module.css'

/** A conversation with its messages and the answer to it. */
export function ConversationViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const conversation = useSuspenseQuery(
    queryOptionsFor(conversationApi.get, { params: { id } }),
  ).data
  const { subject, name, email, messages } = conversation
  return (
    <>
      <PageHeader
        title={subject || name || email}
        back={{ to: recordListPaths.conversation, label: t('conversation.title') }}
      >
        <PermissionGate permission="conversation:write">
          <StatusButton conversation={conversation} />
        </PermissionGate>
      </PageHeader>
      <EditColumns sidebar={<PersonCard conversation={conversation} />}>
        <Stack>
          {messages.map(message => (
            <MessageCard key={message._id} message={message} person={name || email} />
          ))}
          <PermissionGate permission="conversation:write">
            <ReplyForm key={messages.at(-1)?._id} conversation={conversation} />
          </PermissionGate>
        </Stack>
      </EditColumns>
    </>
  )
}
ConversationViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(conversationApi.get, { params: { id } }))) satisfies Prefetch

function StatusButton({ conversation: { _id: id, status } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const update = useRouteMutation(conversationApi.update)
  const isClosed = status === 'closed'
  return (
    <Button
      variant="default"
      loading={update.isPending}
      onClick={() =>
        update.mutate({ params: { id }, body: { status: isClosed ? 'open' : 'closed' } })
      }
    >
      {t(isClosed ? 'conversation.reopen' : 'conversation.close')}
    </Button>
  )
}

function MessageCard({ message, person }: { message: ConversationMessage; person: string }) {
  const { t } = useTranslation()
  const { direction, author, status, text, createdAt } = message
  const name = author?.name ?? (message.fromName || person)
  return (
    <SectionCard title={direction === 'note' ? `${name} · ${t('conversation.note')}` : name}>
      <p className={css.text} dir="auto">
        {text}
      </p>
      <Group gap="xs" mt="xs">
        <Text size="sm" c="dimmed">
          <RelativeTime time={createdAt} />
        </Text>
        {status === 'queued' && <UnsendButton id={message._id} />}
        {status === 'failed' && <Text size="sm">{t('conversation.failed')}</Text>}
      </Group>
    </SectionCard>
  )
}

function UnsendButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const unsend = useRouteMutation(conversationApi.unsend)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('conversation.queued')}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={unsend.isPending}
        onClick={() => unsend.mutate({ params: { id } })}
      >
        {t('conversation.undo')}
      </Button>
    </>
  )
}

function ReplyForm({ conversation: { _id: id, draft, messages } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const reply = useRouteMutation(conversationApi.reply)
  const after = messages.findLast(({ direction }) => direction !== 'note')?._id
  const form = useContractForm(ReplyInput, {
    values: { text: draft, ...(after && { after }) },
    onSave: body => reply.mutateAsync({ params: { id }, body }),
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <SectionCard title={t('conversation.reply')}>
        <TextareaField form={form} name="text" label={t('conversation.reply')} rows={5} />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" loading={form.isSaving}>
            {t('conversation.send')}
          </Button>
        </Group>
      </SectionCard>
    </form>
  )
}

function PersonCard({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { name, email, orderNumber, order, customer } = conversation
  return (
    <SectionCard title={t('conversation.details')}>
      <KeyValues
        items={[
          { label: t('conversation.name'), value: name },
          { label: t('conversation.email'), value: <bdi>{email}</bdi> },
          ...(customer
            ? [
                {
                  label: t('conversation.customer'),
                  value: (
                    <Anchor component={Link} to={getRecordPath('customer', customer._id)}>
                      {customer.name}
                    </Anchor>
                  ),
                },
              ]
            : []),
          ...(order || orderNumber
            ? [
                {
                  label: t('conversation.order'),
                  value: order ? (
                    <Anchor component={Link} to={getRecordPath('order', order._id)}>
                      {order.number}
                    </Anchor>
                  ) : (
                    orderNumber
                  ),
                },
              ]
            : []),
        ]}
      />
    </SectionCard>
  )
}

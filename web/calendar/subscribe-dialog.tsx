import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CalendarKind } from '#contract/desk/calendar-event.ts'
import {
  type CalendarFeed,
  CalendarFeedInput,
  calendarFeedApi,
} from '#contract/desk/calendar-feed.ts'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { toOptions } from '../lib/to-options.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useOpenDialog } from '../ui/dialog/use-open-dialog.ts'
import { MultiSelectField, SwitchField } from '../ui/field/choice-field.tsx'
import { FormAlert } from '../ui/form/form-alert.tsx'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { kindPermissions } from './calendar-filters.tsx'

/** Creates the secret link with which calendar apps read the calendar, and changes what it contains. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const feed = useQuery(queryOptionsFor(calendarFeedApi.getFeed, {}))
  const create = useRouteMutation(calendarFeedApi.createFeed, { isSilent: true })
  const token = create.data?.token
  return (
    <Modal {...useOpenDialog(onClose)} title={t('calendar.feed.title')} size="lg">
      {token === undefined ? (
        <QueryBoundary query={feed} skeleton={<Skeleton height={280} />}>
          {current => (
            <FeedForm
              feed={current}
              onCreate={body => create.mutateAsync({ body })}
              onClose={onClose}
            />
          )}
        </QueryBoundary>
      ) : (
        <CreatedAddress token={token} onClose={onClose} />
      )}
    </Modal>
  )
}

function CreatedAddress({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  const path = `${location.host}/api/calendar/feed/${token}.ics`
  return (
    <>
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t('calendar.feed.once')}
        </Alert>
        <CopyableText text={`${location.protocol}//${path}`} label={t('calendar.feed.copy')} />
        <Anchor href={`webcal://${path}`}>{t('calendar.feed.open')}</Anchor>
        <Text size="sm" c="dimmed">
          {t('calendar.feed.how')}
        </Text>
      </Stack>
      <DialogFooter>
        <Button onClick={onClose}>{t('calendar.feed.done')}</Button>
      </DialogFooter>
    </>
  )
}

type FormProps = {
  feed: CalendarFeed | null
  onCreate: (input: CalendarFeedInput) => Promise<unknown>
  onClose: () => void
}

function FeedForm({ feed, onCreate, onClose }: FormProps) {
  const { t, i18n } = useTranslation()
  const hasPermission = useHasPermission()
  const update = useRouteMutation(calendarFeedApi.updateFeed)
  const kinds = CalendarKind.options.filter(
    kind => kind === 'event' || hasPermission(kindPermissions[kind]),
  )
  const language = languageCodes.find(code => code === i18n.language) ?? 'en'
  const form = useContractForm(CalendarFeedInput, {
    values: {
      kinds: feed?.kinds ?? kinds,
      hasCustomerNames: feed?.hasCustomerNames ?? false,
      language,
    },
    onSave: async input => {
      if (!feed) return onCreate(input)
      await update.mutateAsync({ body: input })
      onClose()
    },
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <Stack gap="md">
        <FormAlert form={form} />
        <Text>{t('calendar.feed.text')}</Text>
        <MultiSelectField
          form={form}
          name="kinds"
          label={t('calendar.feed.kinds')}
          options={toOptions(kinds, kind =>
            t(kind === 'event' ? 'calendar.feed.kindEvent' : `calendar.filter.${kind}`),
          )}
        />
        <SwitchField
          form={form}
          name="hasCustomerNames"
          label={t('calendar.feed.names')}
          description={t('calendar.feed.namesText')}
        />
        {feed && <FeedActions feed={feed} onRenew={() => onCreate(form.values)} />}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('ui.form.cancel')}
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {t(feed ? 'calendar.feed.save' : 'calendar.feed.create')}
        </Button>
      </DialogFooter>
    </form>
  )
}

function FeedActions({ feed, onRenew }: { feed: CalendarFeed; onRenew: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const remove = useRouteMutation(calendarFeedApi.deleteFeed, { hasErrorToast: true })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('calendar.feed.active', { date: format.dateTime(feed.createdAt) })}
      </Text>
      <Group gap="xs">
        <ConfirmButton
          label={t('calendar.feed.renew')}
          title={t('calendar.feed.renewTitle')}
          isBusy={false}
          onConfirm={close => {
            close()
            void onRenew()
          }}
        >
          {t('calendar.feed.renewText')}
        </ConfirmButton>
        <ConfirmButton
          label={t('calendar.feed.delete')}
          title={t('calendar.feed.deleteTitle')}
          isBusy={remove.isPending}
          onConfirm={close => remove.mutate({}, { onSettled: close })}
        >
          {t('calendar.feed.deleteText')}
        </ConfirmButton>
      </Group>
    </Stack>
  )
}

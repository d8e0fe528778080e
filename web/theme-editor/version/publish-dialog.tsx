import { Alert, Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { type ThemeDraft, ThemePublication, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toast } from '../../lib/page/toast.ts'
import { parseLocalTime, toLocalTime } from '../../lib/time-zone.ts'
import { LocalTimeInput } from '../../ui/date/day-input.tsx'
import { BusyButton } from '../../ui/dialog/busy-button.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts'
import formCss from '../form/theme-form.module.css'
import { compareContents } from '../state/content-difference.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { SaveStatus } from '../state/use-autosave.ts'
import type { FieldPlace } from '../state/use-editor-view.ts'
import editorCss from '../theme-editor.module.css'
import { DifferenceList } from './difference-list.tsx'
import { FindingList } from './finding-list.tsx'
import versionCss from './theme-version.module.css'

type Props = {
  state: EditorState
  saveStatus: SaveStatus
  onPublished: (draft: ThemeDraft) => void
  onOpenFinding: (place: FieldPlace) => void
  onClose: () => void
}

/** Publishes the draft now or at a time, after it has listed the changes and the findings. */
export function PublishDialog({ state, saveStatus, onPublished, onOpenFinding, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { draft } = state
  const [isScheduled, setScheduled] = useState(false)
  const [publishAt, setPublishAt] = useState(() => getNextMorning(format.timeZone))
  const [note, setNote] = useState('')
  const publish = useRouteMutation(themeDraftApi.publish, { isSilent: true })
  useRestoreFocus()
  const isSaved = saveStatus === 'saved'
  const time = isScheduled && publishAt ? parseLocalTime(publishAt, format.timeZone) : undefined
  const isUnchanged = isSaved && !draft.isChanged && draft.publishedVersionId !== null
  const isTimeMissing = isScheduled && (!time || time.getTime() < Date.now())
  async function submit() {
    const published = await publish.mutateAsync({
      params: { id: draft.themeId },
      body: {
        version: draft.version,
        ...(note.trim() && { note: note.trim() }),
        ...(time && { publishAt: time.toISOString() }),
      },
    })
    onPublished(published)
    toast.success(
      time
        ? t('themeEditor.publish.scheduledToast', { time: format.dateTime(time) })
        : t('themeEditor.publish.publishedToast'),
    )
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('themeEditor.publish.title', { name: draft.name })}
      size={600}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        className={versionCss.dialogForm}
        onSubmit={event => {
          event.preventDefault()
          // The mutation shows its error.
          void submit().catch(() => {})
        }}
      >
        {!draft.isActive && <Alert color="blue">{t('themeEditor.publish.notInUse')}</Alert>}
        {draft.publishAt && <ScheduleAlert draft={draft} onCanceled={onPublished} />}
        <PublicationChanges state={state} />
        {isSaved && draft.isChanged && (
          <DiscardButton
            themeId={draft.themeId}
            onDiscarded={discarded => {
              onPublished(discarded)
              onClose()
            }}
          />
        )}
        {isSaved ? (
          <FindingList
            themeId={draft.themeId}
            key={draft.version}
            settingsSchema={draft.settingsSchema}
            templates={state.content.templates}
            onOpen={onOpenFinding}
          />
        ) : (
          <p role="status" className={editorCss.hint}>
            {t(`themeEditor.save.${saveStatus}`)}
          </p>
        )}
        <SegmentedControl
          aria-label={t('themeEditor.publish.when')}
          value={isScheduled ? 'later' : 'now'}
          data={[
            { value: 'now', label: t('themeEditor.publish.now') },
            { value: 'later', label: t('themeEditor.publish.later') },
          ]}
          onChange={value => setScheduled(value === 'later')}
        />
        {isScheduled && (
          <LocalTimeInput
            label={t('themeEditor.publish.time')}
            description={t('themeEditor.publish.timeHint')}
            min={toLocalTime(new Date().toISOString(), format.timeZone)}
            value={publishAt}
            error={isTimeMissing && t('themeEditor.publish.timeMissing')}
            onChange={setPublishAt}
          />
        )}
        <TextInput
          label={t('themeEditor.publish.note')}
          placeholder={t('themeEditor.publish.noteHint')}
          maxLength={getMaxLength(ThemePublication.shape.note)}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {isUnchanged && (
          <p role="status" className={editorCss.hint}>
            {t('themeEditor.publish.unchanged')}
          </p>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {t('ui.form.cancel')}
          </Button>
          <BusyButton
            type="submit"
            loading={publish.isPending}
            disabled={!isSaved || isUnchanged || isTimeMissing}
          >
            {t(isScheduled ? 'themeEditor.publish.schedule' : 'themeEditor.publish.confirm')}
          </BusyButton>
        </DialogFooter>
      </form>
    </Modal>
  )
}

/** Returns the next day at nine o'clock in the time zone of the store. */
function getNextMorning(timeZone: string | undefined): string {
  const tomorrow = toLocalTime(new Date(Date.now() + 86_400_000).toISOString(), timeZone)
  return `${tomorrow.slice(0, 10)}T09:00`
}

function ScheduleAlert({
  draft,
  onCanceled,
}: {
  draft: ThemeDraft
  onCanceled: (draft: ThemeDraft) => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const cancel = useRouteMutation(themeDraftApi.cancelPublication)
  return (
    <Alert color="blue" icon={<IconCalendarClock size={18} stroke={1.75} />}>
      <div className={versionCss.scheduleAlert}>
        <span>
          {t('themeEditor.publish.scheduled', { time: format.dateTime(draft.publishAt) })}
        </span>
        <BusyButton
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate({ params: { id: draft.themeId } }, { onSuccess: onCanceled })
          }
        >
          {t('themeEditor.publish.cancelSchedule')}
        </BusyButton>
      </div>
    </Alert>
  )
}

/** Returns the draft to the published version. Undo brings the changes back. */
function DiscardButton({
  themeId,
  onDiscarded,
}: {
  themeId: string
  onDiscarded: (draft: ThemeDraft) => void
}) {
  const { t } = useTranslation()
  const discard = useRouteMutation(themeDraftApi.discardDraft)
  return (
    <BusyButton
      className={versionCss.discard ?? ''}
      size="xs"
      variant="default"
      loading={discard.isPending}
      onClick={() => discard.mutate({ params: { id: themeId } }, { onSuccess: onDiscarded })}
    >
      {t('themeEditor.publish.discard')}
    </BusyButton>
  )
}

/** Lists what differs from the published version. */
function PublicationChanges({ state: { draft, content } }: { state: EditorState }) {
  const { t } = useTranslation()
  const published = useQuery({
    ...queryOptionsFor(themeDraftApi.getVersion, {
      params: { id: draft.publishedVersionId ?? '' },
    }),
    enabled: draft.publishedVersionId !== null,
  })
  if (!published.data) return null
  return (
    <section aria-label={t('themeEditor.publish.changes')}>
      <h3 className={formCss.groupTitle}>{t('themeEditor.publish.changes')}</h3>
      <DifferenceList
        differences={compareContents(published.data, content)}
        settingsSchema={draft.settingsSchema}
      />
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { SecurityAction } from '#contract/lib/call/security-event.ts'
import type { AuditChange, AuditEntry } from '#contract/staff/audit.ts'
import { useFormatters } from '../lib/formatters.ts'
import { auditExportKinds } from './audit-fields.ts'
import { isEmptyValue, useAuditLabels } from './audit-labels.ts'
import { FilledSentence } from './filled-sentence.tsx'

/** The longest value, in characters, that a sentence shows; longer ones are only in the table. */
const maxInlineLength = 60

/** Renders an audit entry as one sentence with its names in bold. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { person, action } = entry
  const actor = person ? person.name || person.email : t('audit.systemName')
  const event = SecurityAction.safeParse(action).data
  if (event) return <SecurityEventSentence entry={entry} event={event} actor={actor} />
  if (action === 'update') return <ChangeSentence entry={entry} actor={actor} />
  if (action === 'insert' || action === 'delete')
    return <LifecycleSentence entry={entry} actor={actor} action={action} />
  // Sealed entries keep their action when a later version names it differently.
  return <span>{[actor, action.replaceAll('_', ' ')].join(' · ')}</span>
}

type SentenceProps = { entry: AuditEntry; actor: string }

function SecurityEventSentence({ entry, event, actor }: SentenceProps & { event: SecurityAction }) {
  const { t } = useTranslation()
  const { record, changes } = entry
  const parts = { person: actor, name: record.name || t('audit.unknownPerson') }
  const sentenceKey = getEventSentenceKey(entry, event)
  if (sentenceKey)
    return (
      <FilledSentence
        translate={marks => t(`audit.sentence.${sentenceKey}`, marks)}
        parts={parts}
      />
    )
  const exportKind = auditExportKinds.find(kind =>
    changes.some(({ field, after }) => field === 'what' && after === kind),
  )
  return (
    <FilledSentence
      translate={marks => t(`audit.event.${event}`, marks)}
      parts={{ ...parts, data: t(`audit.exported.${exportKind ?? 'data'}`) }}
    />
  )
}

/** Returns which sentence describes an event better than its own one. */
function getEventSentenceKey(entry: AuditEntry, event: SecurityAction) {
  if (event === 'permission_changed') return getAccessSentenceKey(entry)
  // The data of one customer.
  return event === 'export' && entry.name !== '' ? 'exportOf' : undefined
}

/**
 * Returns which sentence describes a change of a person's access, or undefined for other changes.
 */
function getAccessSentenceKey({ entity, record, person, changes }: AuditEntry) {
  // The entry of a removed person contains nothing but the name.
  const isRemoval = entity === 'person' && changes.every(({ field }) => field === 'name')
  if (isRemoval) return person?._id === record._id ? 'leave' : 'remove'
  const statusChange = changes.find(({ field, before }) => field === 'status' && before !== null)
  if (!statusChange) return undefined
  return statusChange.after === 'inactive' ? 'deactivate' : 'activate'
}

/** Returns whether the entry is about a part of a named record, and the name of that part. */
function describeTarget({ record, entityId, name }: AuditEntry) {
  return {
    isPart: record._id !== entityId && record.name !== '',
    partName: name === record.name ? '' : name,
  }
}

/** The sentence of an entry that created or deleted a record. */
function LifecycleSentence({
  entry,
  actor,
  action,
}: SentenceProps & { action: 'insert' | 'delete' }) {
  const { t } = useTranslation()
  const { formatEntityInline, formatUnnamedEntity } = useAuditLabels()
  const { isPart, partName } = describeTarget(entry)
  const { entity, name, record } = entry
  const targetName = isPart ? partName : name || record.name
  const parts = {
    person: actor,
    entity: { text: targetName ? formatEntityInline(entity) : formatUnnamedEntity(entity) },
    name: targetName,
    record: record.name,
  }
  return (
    <FilledSentence
      translate={marks =>
        t(isPart ? `audit.sentence.${action}In` : `audit.sentence.${action}`, marks)
      }
      parts={parts}
    />
  )
}

const isSignificant = ({ field }: AuditChange) => !/_at$|^previous_status$/.test(field)

/** Returns the changes without timestamps and previous statuses, unless there are no others. */
function listSignificantChanges(changes: readonly AuditChange[]) {
  const significant = changes.filter(isSignificant)
  return significant.length > 0 ? significant : changes
}

function ChangeSentence({ entry, actor }: SentenceProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { formatEntityInline, formatFieldInline } = useAuditLabels()
  const { isPart, partName } = describeTarget(entry)
  const { record, name, entity } = entry
  const changes = listSignificantChanges(entry.changes)
  const [change] = changes
  const targetName = isPart
    ? [record.name, partName].filter(Boolean).join(' · ')
    : name || record.name || formatEntityInline(entity)
  const parts = { person: actor, name: targetName }
  if (!change)
    return <FilledSentence translate={marks => t('audit.sentence.secret', marks)} parts={parts} />
  if (changes.length > 3)
    return (
      <FilledSentence
        translate={marks => t('audit.sentence.severalFields', { ...marks, count: changes.length })}
        parts={parts}
      />
    )
  if (changes.length > 1)
    return (
      <FilledSentence
        translate={marks => t('audit.sentence.fields', marks)}
        parts={{
          ...parts,
          field: format.list(changes.map(({ field }) => formatFieldInline(entity, field))),
        }}
      />
    )
  return <FieldSentence entity={entity} change={change} parts={parts} />
}

/** The sentence of a change of one field, with its values if they are short. */
function FieldSentence({
  entity,
  change,
  parts,
}: {
  entity: string
  change: AuditChange
  parts: { person: string; name: string }
}) {
  const { t } = useTranslation()
  const { formatFieldInline, formatValue } = useAuditLabels()
  const [before, after] = [formatValue(change, 'before'), formatValue(change, 'after')]
  const isLong =
    change.isTruncated || before.length > maxInlineLength || after.length > maxInlineLength
  const getKey = () => {
    if (isLong) return 'field'
    if (isEmptyValue(change.after)) return 'clear'
    return isEmptyValue(change.before) ? 'set' : 'change'
  }
  const key = getKey()
  return (
    <FilledSentence
      translate={marks => t(`audit.sentence.${key}`, marks)}
      parts={{ ...parts, field: formatFieldInline(entity, change.field), before, after }}
    />
  )
}

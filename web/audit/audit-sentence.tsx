import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditChange, AuditEntry } from '#contract/audit.ts'
import { BusinessStatus } from '#contract/business.ts'
import { subjects } from '#contract/lib/permission.ts'
import { SecurityAction } from '#contract/lib/security-event.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order-state.ts'
import { ProductStatus } from '#contract/product.ts'
import { StaffStatus } from '#contract/staff.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { useRoleName } from '../lib/session/use-role-labels.ts'
import { auditExportKinds, findEntityLabel, findFieldLabel, moneyFields } from './audit-fields.ts'

const humanize = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
const hasName = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  '_id' in value &&
  typeof value.name === 'string'
/** `ability.product`: what may be done with products, as `read` or `write`. */
const isPermissionPath = (path: string) => /^(ability|abilities|permissions)\./.test(path)
const isEmptyValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Kinds, fields and values in the words of the page. */
export function useAuditLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const roleName = useRoleName()
  const formatEntityInline = (entity: string) => findEntityLabel(entity) ?? humanize(entity)
  const formatFieldPart = (entity: string, name: string) =>
    findFieldLabel(entity, name) ?? capitalize(humanize(name))
  const formatSubject = (name: string) => {
    const match = subjects.find(candidate => candidate === name)
    return match ? t(`role.subject.${match}.name`) : t('role.everythingLabel')
  }
  /** `address.city` is "Address › City". */
  const formatField = (entity: string, path: string) =>
    path
      .split('.')
      .map((name, i) =>
        i > 0 && isPermissionPath(path) ? formatSubject(name) : formatFieldPart(entity, name),
      )
      .join(' › ')
  const formatStatus = (raw: string) => {
    const [order, product, staff] = [
      OrderStatus.safeParse(raw).data,
      ProductStatus.safeParse(raw).data,
      StaffStatus.safeParse(raw).data,
    ]
    if (order) return t(`ui.order.${order}`)
    if (product) return t(`product.status.${product}`)
    if (staff) return t(`staff.status.${staff}`)
    const store = BusinessStatus.safeParse(raw).data
    return store ? t(`business.status.${store}`) : raw
  }
  const formatText = (name: string, raw: string) => {
    const [payment, fulfillment] = [
      PaymentStatus.safeParse(raw).data,
      FulfillmentStatus.safeParse(raw).data,
    ]
    if (name === 'payment_status' && payment) return t(`ui.payment.${payment}`)
    if (name === 'fulfillment_status' && fulfillment) return t(`ui.fulfillment.${fulfillment}`)
    if (name === 'role') return roleName(raw)
    if (isPermissionPath(name)) return t(raw === 'write' ? 'role.grid.write' : 'role.grid.read')
    return name === 'status' || name === 'previous_status' ? formatStatus(raw) : raw
  }
  const formatNumber = (name: string, raw: number) =>
    moneyFields.has(name) ? format.money(raw, currency) : format.number(raw)
  const formatList = (raw: readonly unknown[]) =>
    raw.every(candidate => typeof candidate === 'string' || typeof candidate === 'number')
      ? format.list(raw.map(String))
      : JSON.stringify(raw)
  const formatValue = (change: AuditChange, side: 'before' | 'after'): string => {
    const raw = change[side]
    if (isEmptyValue(raw)) return t('audit.nothing')
    if (typeof raw === 'boolean') return t(raw ? 'audit.yes' : 'audit.no')
    if (typeof raw === 'number') return formatNumber(change.field, raw)
    if (typeof raw === 'string')
      return isTimestamp(raw) ? format.dateTime(raw) : formatText(change.field, raw)
    if (hasName(raw)) return raw.name
    return Array.isArray(raw) ? formatList(raw) : JSON.stringify(raw)
  }
  return {
    formatEntity: (entity: string) => capitalize(formatEntityInline(entity)),
    formatEntityInline: formatEntityInline,
    formatField,
    formatValue,
  }
}

/** One entry as a sentence; what it speaks of is set apart. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { person, action } = entry
  const actor = person ? person.name || person.email : t('audit.system')
  const event = SecurityAction.safeParse(action).data
  if (event) return <SecurityEventSentence entry={entry} event={event} actor={actor} />
  return action === 'update' ? (
    <ChangeSentence entry={entry} actor={actor} />
  ) : (
    <LifecycleSentence entry={entry} actor={actor} />
  )
}

function SecurityEventSentence({
  entry: { entity, record, person, changes },
  event,
  actor,
}: {
  entry: AuditEntry
  event: SecurityAction
  actor: string
}) {
  const { t } = useTranslation()
  const exportKind = auditExportKinds.find(option =>
    changes.some(change => change.field === 'what' && change.after === option),
  )
  const statusChange =
    event === 'permission_changed' &&
    changes.find(({ field, before }) => field === 'status' && before !== null)
  // Of somebody who was removed the name is all that is told.
  const isRemoved =
    event === 'permission_changed' &&
    entity === 'person' &&
    changes.every(({ field }) => field === 'name')
  const sentenceKey = isRemoved
    ? person?._id === record._id
      ? 'left'
      : 'takenOut'
    : statusChange
      ? statusChange.after === 'inactive'
        ? 'shutOut'
        : 'letIn'
      : undefined
  if (sentenceKey)
    return (
      <FilledSentence
        text={marks => t(`audit.say.${sentenceKey}`, marks)}
        parts={{ who: actor, thing: record.name || t('audit.someone') }}
      />
    )
  return (
    <FilledSentence
      text={marks => t(`audit.event.${event}`, marks)}
      parts={{
        who: actor,
        thing: record.name || t('audit.someone'),
        what: t(`audit.exported.${exportKind ?? 'data'}`),
      }}
    />
  )
}

/** Whether it is a part of something that has a name, and what it is called besides. */
function describeTarget({ record, entityId, name }: AuditEntry) {
  return {
    isPart: record._id !== entityId && record.name !== '',
    partName: name === record.name ? '' : name,
  }
}

/** What came or went. */
function LifecycleSentence({ entry, actor }: { entry: AuditEntry; actor: string }) {
  const { t } = useTranslation()
  const { formatEntityInline } = useAuditLabels()
  const { isPart, partName } = describeTarget(entry)
  const { action, entity, name, record } = entry
  const parts = {
    who: actor,
    kind: { text: formatEntityInline(entity) },
    thing: isPart ? partName : name || record.name,
    record: record.name,
  }
  if (action === 'insert')
    return (
      <FilledSentence
        text={marks => t(isPart ? 'audit.say.insertIn' : 'audit.say.insert', marks)}
        parts={parts}
      />
    )
  return (
    <FilledSentence
      text={marks => t(isPart ? 'audit.say.deleteIn' : 'audit.say.delete', marks)}
      parts={parts}
    />
  )
}

const isSignificant = ({ field }: AuditChange) => !/_at$|^previous_status$/.test(field)

function ChangeSentence({ entry, actor }: { entry: AuditEntry; actor: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { formatEntityInline, formatField, formatValue } = useAuditLabels()
  const { isPart, partName } = describeTarget(entry)
  const { record, name, entity } = entry
  // When it became so is no change of its own.
  const changes =
    entry.changes.length > 1 && entry.changes.some(isSignificant)
      ? entry.changes.filter(isSignificant)
      : entry.changes
  const [change] = changes
  const thing = isPart
    ? [record.name, partName].filter(Boolean).join(' · ')
    : name || record.name || formatEntityInline(entity)
  if (!change)
    return (
      <FilledSentence text={marks => t('audit.say.hidden', marks)} parts={{ who: actor, thing }} />
    )
  if (changes.length > 3)
    return (
      <FilledSentence
        text={marks => t('audit.say.several', { ...marks, count: changes.length })}
        parts={{ who: actor, thing }}
      />
    )
  if (changes.length > 1)
    return (
      <FilledSentence
        text={marks => t('audit.say.fields', marks)}
        parts={{
          who: actor,
          thing,
          field: format.list(changes.map(each => formatField(entity, each.field))),
        }}
      />
    )
  const [before, after] = [formatValue(change, 'before'), formatValue(change, 'after')]
  const parts = { who: actor, thing, field: formatField(entity, change.field), before, after }
  // What is long or has parts is better looked at than read in a sentence.
  if (change.isCut || before.length > 60 || after.length > 60)
    return <FilledSentence text={marks => t('audit.say.fields', marks)} parts={parts} />
  if (isEmptyValue(change.after))
    return <FilledSentence text={marks => t('audit.say.clear', marks)} parts={parts} />
  return (
    <FilledSentence
      text={marks => t(isEmptyValue(change.before) ? 'audit.say.set' : 'audit.say.change', marks)}
      parts={parts}
    />
  )
}

type SentencePart = string | { text: string }
type SentenceMarks = Record<
  'who' | 'thing' | 'kind' | 'record' | 'field' | 'before' | 'after' | 'what',
  string
>
const toMark = (name: string) => `\u0001${name}\u0001`
const marks: SentenceMarks = {
  who: toMark('who'),
  thing: toMark('thing'),
  kind: toMark('kind'),
  record: toMark('record'),
  field: toMark('field'),
  before: toMark('before'),
  after: toMark('after'),
  what: toMark('what'),
}

/** A text of the language with its places filled by elements; each in a direction of its own. A place stands once in a sentence. */
function FilledSentence({
  text,
  parts,
}: {
  text: (marks: SentenceMarks) => string
  parts: Partial<Record<keyof SentenceMarks, SentencePart>>
}) {
  const partsByMark = new Map<string, SentencePart>(Object.entries(parts))
  // Between the marks words and places take turns.
  const pieces = text(marks)
    .split('\u0001')
    .map((piece, i) =>
      i % 2 === 0
        ? { key: `${i}`, node: piece }
        : { key: piece, node: renderPart(partsByMark.get(piece)) },
    )
  return (
    <>
      {pieces.map(({ key, node }) => (
        <Fragment key={key}>{node}</Fragment>
      ))}
    </>
  )
}
const renderPart = (part: SentencePart | undefined): ReactNode =>
  typeof part === 'object' ? (
    <bdi>{part.text}</bdi>
  ) : part ? (
    <strong>
      <bdi>{part}</bdi>
    </strong>
  ) : null

import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditChange, AuditEntry } from '#contract/audit.ts'
import { BusinessStatus } from '#contract/business.ts'
import { subjects } from '#contract/lib/permission.ts'
import { SecurityAction } from '#contract/lib/security-event.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order.ts'
import { ProductStatus } from '#contract/product.ts'
import { StaffStatus } from '#contract/staff.ts'
import { useFormat } from '../lib/format.ts'
import { useRoleName } from '../lib/session/role-words.ts'
import { useCurrency } from '../lib/session/use-store.ts'
import { exported, fields, kinds, moneyFields } from './audit-field.ts'

const spelt = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
const upper = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1)
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  '_id' in value &&
  typeof value.name === 'string'
/** `ability.product`: what may be done with products, as `read` or `write`. */
const isRight = (path: string) => /^(ability|abilities|permissions)\./.test(path)
const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Kinds, fields and values in the words of the page. */
export function useAuditWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const roleName = useRoleName()
  const kind = (entity: string) => {
    const known = kinds.find(one => one === entity)
    return known ? t(`audit.entity.${known}`) : spelt(entity)
  }
  const part = (name: string) => {
    const known = fields.find(one => one === name)
    return known ? t(`audit.field.${known}`) : upper(spelt(name))
  }
  const area = (name: string) => {
    const known = subjects.find(one => one === name)
    return known ? t(`role.subject.${known}.name`) : t('role.everythingLabel')
  }
  /** `address.city` is "Address › City". */
  const field = (path: string) =>
    path
      .split('.')
      .map((name, i) => (i > 0 && isRight(path) ? area(name) : part(name)))
      .join(' › ')
  const standing = (given: string) => {
    const [order, product, staff] = [
      OrderStatus.safeParse(given).data,
      ProductStatus.safeParse(given).data,
      StaffStatus.safeParse(given).data,
    ]
    if (order) return t(`ui.order.${order}`)
    if (product) return t(`product.status.${product}`)
    if (staff) return t(`staff.status.${staff}`)
    const store = BusinessStatus.safeParse(given).data
    return store ? t(`business.status.${store}`) : given
  }
  const status = (name: string, given: string) => {
    const [payment, packing] = [
      PaymentStatus.safeParse(given).data,
      FulfillmentStatus.safeParse(given).data,
    ]
    if (name === 'payment_status' && payment) return t(`ui.payment.${payment}`)
    if (name === 'fulfillment_status' && packing) return t(`ui.fulfillment.${packing}`)
    if (name === 'role') return roleName(given)
    if (isRight(name)) return t(given === 'write' ? 'role.grid.write' : 'role.grid.read')
    return name === 'status' || name === 'previous_status' ? standing(given) : given
  }
  const amount = (name: string, given: number) =>
    moneyFields.has(name) ? format.money(given, currency) : format.number(given)
  const several = (given: readonly unknown[]) =>
    given.every(one => typeof one === 'string' || typeof one === 'number')
      ? format.list(given.map(String))
      : JSON.stringify(given)
  const value = (change: AuditChange, of: 'before' | 'after'): string => {
    const given = change[of]
    if (isNothing(given)) return t('audit.nothing')
    if (typeof given === 'boolean') return t(given ? 'audit.yes' : 'audit.no')
    if (typeof given === 'number') return amount(change.field, given)
    if (typeof given === 'string')
      return isMoment(given) ? format.dateTime(given) : status(change.field, given)
    if (isNamed(given)) return given.name
    return Array.isArray(given) ? several(given) : JSON.stringify(given)
  }
  return { kind: (entity: string) => upper(kind(entity)), within: kind, field, value }
}

/** One entry as a sentence; what it speaks of is set apart. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { person, action } = entry
  const who = person ? person.name || person.email : t('audit.system')
  const event = SecurityAction.safeParse(action).data
  if (event) return <EventSentence entry={entry} event={event} who={who} />
  return action === 'update' ? (
    <ChangeSentence entry={entry} who={who} />
  ) : (
    <ComingSentence entry={entry} who={who} />
  )
}

function EventSentence({
  entry: { entity, record, person, changes },
  event,
  who,
}: {
  entry: AuditEntry
  event: SecurityAction
  who: string
}) {
  const { t } = useTranslation()
  const what = exported.find(one =>
    changes.some(change => change.field === 'what' && change.after === one),
  )
  const turned =
    event === 'permission_changed' &&
    changes.find(({ field, before }) => field === 'status' && before !== null)
  // Of somebody who was removed the name is all that is told.
  const isOut =
    event === 'permission_changed' &&
    entity === 'person' &&
    changes.every(({ field }) => field === 'name')
  const words = isOut
    ? person?._id === record._id
      ? 'left'
      : 'takenOut'
    : turned
      ? turned.after === 'inactive'
        ? 'shutOut'
        : 'letIn'
      : undefined
  if (words)
    return (
      <Filled
        text={marks => t(`audit.say.${words}`, marks)}
        parts={{ who, thing: record.name || t('audit.someone') }}
      />
    )
  return (
    <Filled
      text={marks => t(`audit.event.${event}`, marks)}
      parts={{
        who,
        thing: record.name || t('audit.someone'),
        what: t(`audit.exported.${what ?? 'data'}`),
      }}
    />
  )
}

/** Whether it is a part of something that has a name, and what it is called besides. */
function placeOf({ record, entityId, name }: AuditEntry) {
  return {
    isPart: record._id !== entityId && record.name !== '',
    own: name === record.name ? '' : name,
  }
}

/** What came or went. */
function ComingSentence({ entry, who }: { entry: AuditEntry; who: string }) {
  const { t } = useTranslation()
  const { within } = useAuditWords()
  const { isPart, own } = placeOf(entry)
  const { action, entity, name, record } = entry
  const parts = {
    who,
    kind: { plain: within(entity) },
    thing: isPart ? own : name || record.name,
    record: record.name,
  }
  if (action === 'insert')
    return (
      <Filled
        text={marks => t(isPart ? 'audit.say.insertIn' : 'audit.say.insert', marks)}
        parts={parts}
      />
    )
  return (
    <Filled
      text={marks => t(isPart ? 'audit.say.deleteIn' : 'audit.say.delete', marks)}
      parts={parts}
    />
  )
}

const isWeighty = ({ field }: AuditChange) => !/_at$|^previous_status$/.test(field)

function ChangeSentence({ entry, who }: { entry: AuditEntry; who: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { within, field, value } = useAuditWords()
  const { isPart, own } = placeOf(entry)
  const { record, name, entity } = entry
  // When it became so is no change of its own.
  const changes =
    entry.changes.length > 1 && entry.changes.some(isWeighty)
      ? entry.changes.filter(isWeighty)
      : entry.changes
  const [change] = changes
  const thing = isPart
    ? [record.name, own].filter(Boolean).join(' · ')
    : name || record.name || within(entity)
  if (!change) return <Filled text={marks => t('audit.say.hidden', marks)} parts={{ who, thing }} />
  if (changes.length > 3)
    return (
      <Filled
        text={marks => t('audit.say.several', { ...marks, count: changes.length })}
        parts={{ who, thing }}
      />
    )
  if (changes.length > 1)
    return (
      <Filled
        text={marks => t('audit.say.fields', marks)}
        parts={{ who, thing, field: format.list(changes.map(each => field(each.field))) }}
      />
    )
  const [before, after] = [value(change, 'before'), value(change, 'after')]
  const parts = { who, thing, field: field(change.field), before, after }
  // What is long or has parts is better looked at than read in a sentence.
  if (change.isCut || before.length > 60 || after.length > 60)
    return <Filled text={marks => t('audit.say.fields', marks)} parts={parts} />
  if (isNothing(change.after))
    return <Filled text={marks => t('audit.say.clear', marks)} parts={parts} />
  return (
    <Filled
      text={marks => t(isNothing(change.before) ? 'audit.say.set' : 'audit.say.change', marks)}
      parts={parts}
    />
  )
}

type Part = string | { plain: string }
type Marks = Record<
  'who' | 'thing' | 'kind' | 'record' | 'field' | 'before' | 'after' | 'what',
  string
>
const mark = (name: string) => `\u0001${name}\u0001`
const marks: Marks = {
  who: mark('who'),
  thing: mark('thing'),
  kind: mark('kind'),
  record: mark('record'),
  field: mark('field'),
  before: mark('before'),
  after: mark('after'),
  what: mark('what'),
}

/** A text of the language with its places filled by elements; each in a direction of its own. A place stands once in a sentence. */
function Filled({
  text,
  parts,
}: {
  text: (marks: Marks) => string
  parts: Partial<Record<keyof Marks, Part>>
}) {
  const filling = new Map<string, Part>(Object.entries(parts))
  // Between the marks words and places take turns.
  const pieces = text(marks)
    .split('\u0001')
    .map((piece, i) =>
      i % 2 === 0 ? { key: `${i}`, node: piece } : { key: piece, node: drawn(filling.get(piece)) },
    )
  return (
    <>
      {pieces.map(({ key, node }) => (
        <Fragment key={key}>{node}</Fragment>
      ))}
    </>
  )
}
const drawn = (part: Part | undefined): ReactNode =>
  typeof part === 'object' ? (
    <bdi>{part.plain}</bdi>
  ) : part ? (
    <strong>
      <bdi>{part}</bdi>
    </strong>
  ) : null

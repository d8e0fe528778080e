import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditChange, type AuditEntry, SecurityAction } from '#contract/audit.ts'
import { useFormat } from '../lib/format.ts'
import { useCurrency } from '../lib/use-store.ts'
import { exported, fields, kinds, moneyFields } from './audit-field.ts'

const spelt = (name: string) => name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
const upper = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1)
const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
const isNamed = (value: unknown): value is { name: string } => typeof value === 'object' && value !== null && 'name' in value && '_id' in value && typeof value.name === 'string'
const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Kinds, fields and values in the words of the page. */
export function useAuditWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const kind = (entity: string) => {
    const known = kinds.find(one => one === entity)
    return known ? t(`audit.entity.${known}`) : spelt(entity)
  }
  const part = (name: string) => {
    const known = fields.find(one => one === name)
    return known ? t(`audit.field.${known}`) : upper(spelt(name))
  }
  /** `address.city` is "Address › City". */
  const field = (path: string) => path.split('.').map(part).join(' › ')
  const value = (change: AuditChange, of: 'before' | 'after'): string => {
    const given = change[of]
    if (isNothing(given)) return t('audit.nothing')
    if (typeof given === 'boolean') return t(given ? 'audit.yes' : 'audit.no')
    if (typeof given === 'number') return moneyFields.has(change.field) ? format.money(given, currency) : format.number(given)
    if (isNamed(given)) return given.name
    if (isMoment(given)) return format.dateTime(given)
    if (Array.isArray(given) && given.every(one => typeof one === 'string' || typeof one === 'number')) return format.list(given.map(String))
    return typeof given === 'string' ? given : JSON.stringify(given)
  }
  return { kind: (entity: string) => upper(kind(entity)), within: kind, field, value }
}

/** One entry as a sentence; what it speaks of is set apart. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { within, field, value } = useAuditWords()
  const { entity, person, record, name, changes, action } = entry
  const isPart = record._id !== entry.entityId && record.name !== ''
  const who = person ? person.name || person.email : t('audit.system')
  const own = name && name !== record.name ? name : ''
  const thing = isPart ? [record.name, own].filter(Boolean).join(' · ') : name || record.name || within(entity)
  const event = SecurityAction.safeParse(action).data
  if (event) {
    const what = exported.find(one => changes.some(change => change.field === 'what' && change.after === one))
    return <Filled text={marks => t(`audit.event.${event}`, marks)} parts={{ who, thing: record.name || t('audit.someone'), what: t(`audit.exported.${what ?? 'data'}`) }} />
  }
  if (action === 'insert' || action === 'delete') {
    const parts = { who, kind: { plain: within(entity) }, thing: own || (isPart ? '' : name || record.name), record: record.name }
    return <Filled text={marks => t(action === 'insert' ? (isPart ? 'audit.say.insertIn' : 'audit.say.insert') : isPart ? 'audit.say.deleteIn' : 'audit.say.delete', marks)} parts={parts} />
  }
  const [change] = changes
  if (!change) return <Filled text={marks => t('audit.say.hidden', marks)} parts={{ who, thing }} />
  if (changes.length > 1) return <Filled text={marks => t('audit.say.several', { ...marks, count: changes.length })} parts={{ who, thing }} />
  const [before, after] = [value(change, 'before'), value(change, 'after')]
  const parts = { who, thing, field: field(change.field), before, after }
  // What is long or has parts is better looked at than read in a sentence.
  if (change.isCut || before.length > 60 || after.length > 60) return <Filled text={marks => t('audit.say.fields', marks)} parts={parts} />
  if (isNothing(change.after)) return <Filled text={marks => t('audit.say.clear', marks)} parts={parts} />
  return <Filled text={marks => t(isNothing(change.before) ? 'audit.say.set' : 'audit.say.change', marks)} parts={parts} />
}

type Part = string | { plain: string }
type Marks = Record<'who' | 'thing' | 'kind' | 'record' | 'field' | 'before' | 'after' | 'what', string>
const mark = (name: string) => `\u0001${name}\u0001`
const marks: Marks = { who: mark('who'), thing: mark('thing'), kind: mark('kind'), record: mark('record'), field: mark('field'), before: mark('before'), after: mark('after'), what: mark('what') }

/** A text of the language with its places filled by elements; each in a direction of its own. */
function Filled({ text, parts }: { text: (marks: Marks) => string; parts: Partial<Record<keyof Marks, Part>> }) {
  const pieces = new Map<string, Part>(Object.entries(parts))
  return <>{text(marks).split('\u0001').map((piece, i) => <Fragment key={`${i} ${piece}`}>{i % 2 === 0 ? piece : drawn(pieces.get(piece))}</Fragment>)}</>
}
const drawn = (part: Part | undefined): ReactNode => (typeof part === 'object' ? <bdi>{part.plain}</bdi> : part ? <strong><bdi>{part}</bdi></strong> : null)

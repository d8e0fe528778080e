import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { subjects } from '#contract/lib/call/permission.ts'
import type { AuditChange } from '#contract/staff/audit.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { capitalize, humanize, isPermissionPath, useCodeFormatter } from './audit-codes.ts'
import { findEntityLabel, findFieldLabel, moneyFields } from './audit-fields.ts'

const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
const isNamedRecord = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  '_id' in value &&
  typeof value.name === 'string'

export const isEmptyValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Returns the name of a kind of record as it appears inside a sentence. */
const formatEntityInline = (entity: string) => findEntityLabel(entity) ?? humanize(entity)
const formatFieldPart = (entity: string, name: string) =>
  findFieldLabel(entity, name) ?? capitalize(humanize(name))

/** Returns functions that format the kinds, fields and values of audit entries. */
export function useAuditLabels() {
  const formatField = useFieldFormatter()
  const formatValue = useValueFormatter()
  const isEnglish = useTranslation().i18n.language === 'en'
  return {
    formatEntity: (entity: string) => capitalize(formatEntityInline(entity)),
    formatEntityInline,
    /** English needs an article before a kind without a name, as in "added a payment". */
    formatUnnamedEntity: (entity: string) => {
      const label = formatEntityInline(entity)
      if (!isEnglish) return label
      return /^[aeio]/i.test(label) ? `an ${label}` : `a ${label}`
    },
    formatField,
    /** In English a label continues the sentence, as in "the price of". "SKU" keeps its capitals. */
    formatFieldInline: (entity: string, path: string) => {
      const label = formatField(entity, path)
      return isEnglish
        ? label.replace(/(?<![\p{L}’'])\p{Lu}(?=\p{Ll})/gu, letter => letter.toLowerCase())
        : label
    },
    formatValue,
  }
}

/** Formats the path `address.city` as "Address › City". */
function useFieldFormatter() {
  const { t } = useTranslation()
  const formatSubject = (name: string) => {
    const match = subjects.find(subject => subject === name)
    return match ? t(`role.subject.${match}.name`) : t('role.fullAccessLabel')
  }
  return (entity: string, path: string) =>
    path
      .split('.')
      .map((name, index) =>
        index > 0 && isPermissionPath(path) ? formatSubject(name) : formatFieldPart(entity, name),
      )
      .join(' › ')
}

/** The lines of a shipment. */
const FulfilledLines = z.array(z.object({ line: z.string(), quantity: z.int() })).min(1)

const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** Formats the texts and numbers of an object or list, such as "Size S M L" for an option. */
function formatObject(value: unknown): string {
  if (typeof value === 'string') return isId(value) ? '' : value
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(formatObject).filter(Boolean).join(' ')
    : ''
}

/** Formats one side of a change by its type, and by its field where the type is not enough. */
function useValueFormatter() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const formatCode = useCodeFormatter()
  const formatNumber = (field: string, value: number) =>
    moneyFields.has(field) ? format.money(value, currency) : format.number(value)
  const formatArray = (field: string, values: readonly unknown[]) => {
    const lines = FulfilledLines.safeParse(values).data
    if (lines)
      return t('dashboard.analytics.units', {
        count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      })
    return format.list(
      values.map(value =>
        typeof value === 'string' ? formatCode(field, value) : formatObject(value),
      ),
    )
  }
  return ({ field, ...sides }: AuditChange, side: 'before' | 'after'): string => {
    const value = sides[side]
    if (isEmptyValue(value)) return t('audit.empty')
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    if (typeof value === 'number') return formatNumber(field, value)
    if (isTimestamp(value)) return format.dateTime(value)
    if (typeof value === 'string') return formatCode(field, value)
    if (isNamedRecord(value)) return value.name
    return Array.isArray(value) ? formatArray(field, value) : formatObject(value)
  }
}

import { useTranslation } from 'react-i18next'
import type { DnsRecord } from '#contract/store/domain.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import css from './dns-record-table.module.css'

export type DnsRecordRow = {
  record: DnsRecord
  /** The name of the record for sellers, such as its type. */
  title: string
  details: string
}

/** The DNS records to set at the registrar, and whether the last check found them. */
export function DnsRecordTable({
  rows,
  wasChecked,
}: {
  rows: readonly DnsRecordRow[]
  wasChecked: boolean
}) {
  const { t } = useTranslation()
  return (
    <table className={css.records}>
      <thead>
        <tr>
          <th>{t('domain.records.type')}</th>
          <th>{t('domain.records.name')}</th>
          <th>{t('domain.records.value')}</th>
          <th>{t('domain.records.state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <RecordRow
            key={`${row.record.type} ${row.record.value}`}
            row={row}
            wasChecked={wasChecked}
          />
        ))}
      </tbody>
    </table>
  )
}

function RecordRow({
  row: { record, title, details },
  wasChecked,
}: {
  row: DnsRecordRow
  wasChecked: boolean
}) {
  const { t } = useTranslation()
  const { name, value, found } = record
  return (
    <tr>
      <td>
        <strong>{title}</strong>
        <span className={css.details}>{details}</span>
      </td>
      <td data-label={t('domain.records.name')}>
        <CopyableText text={name} label={t('domain.records.copyName', { type: title })} />
      </td>
      <td data-label={t('domain.records.value')}>
        <CopyableText text={value} label={t('domain.records.copyValue', { type: title })} />
      </td>
      <td>
        {found || wasChecked ? (
          <StatusBadge
            tone={found ? 'good' : 'bad'}
            label={t(found ? 'domain.records.found' : 'domain.records.missing')}
            isHollow={!found}
          />
        ) : (
          <span className="sw-dimmed">{t('domain.list.unchecked')}</span>
        )}
      </td>
    </tr>
  )
}

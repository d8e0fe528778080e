import { useTranslation } from 'react-i18next'
import type { DnsRecord, Domain } from '#contract/domain.ts'
import { CopyableText } from '../ui/form/copyable-text.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './domain.module.css'

/** The DNS records to set at the registrar, and whether the last check found them. */
export function DomainRecords({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const isAlias = domain.isRoot && domain.records.some(({ type }) => type === 'CNAME')
  return (
    <>
      <h3 className={css.recordsTitle}>{t('domain.records.title')}</h3>
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
          {domain.records.map(record => (
            <RecordRow
              key={`${record.type} ${record.value}`}
              record={record}
              wasChecked={domain.lastCheckedAt !== null}
            />
          ))}
        </tbody>
      </table>
      <p className={css.note}>{t(isAlias ? 'domain.records.apex' : 'domain.records.wait')}</p>
    </>
  )
}

function RecordRow({ record, wasChecked }: { record: DnsRecord; wasChecked: boolean }) {
  const { t } = useTranslation()
  const { type, name, value, found } = record
  return (
    <tr>
      <td>
        <strong>{type}</strong>
        <span className={css.purpose}>{t(`domain.records.purpose${type}`)}</span>
      </td>
      <td data-label={t('domain.records.name')}>
        <CopyableText text={name} label={t('domain.records.copyName', { type })} />
      </td>
      <td data-label={t('domain.records.value')}>
        <CopyableText text={value} label={t('domain.records.copyValue', { type })} />
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

import { useTranslation } from 'react-i18next'
import type { Domain } from '#contract/store/domain.ts'
import { DnsRecordTable } from '../component/dns-record-table.tsx'
import css from './domain.module.css'

/** The DNS records that connect a domain. */
export function DomainRecords({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const isAlias = domain.isRoot && domain.records.some(({ type }) => type === 'CNAME')
  return (
    <>
      <h3 className={css.recordsTitle}>{t('domain.records.title')}</h3>
      <DnsRecordTable
        rows={domain.records.map(record => ({
          record,
          title: record.type,
          details: t(`domain.records.purpose${record.type}`),
        }))}
        wasChecked={domain.lastCheckedAt !== null}
      />
      <p className={css.note}>{t(isAlias ? 'domain.records.apex' : 'domain.records.wait')}</p>
    </>
  )
}

import { Button, Collapse, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconDownload,
  IconKey,
  IconLogin2,
  IconLogout,
  IconPencil,
  IconPlus,
  IconShieldExclamation,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditAction, AuditEntry } from '#contract/staff/audit.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './audit.module.css'
import { AuditDiff } from './audit-diff.tsx'
import { findAuditRecordPath } from './audit-fields.ts'
import { AuditSentence } from './audit-sentence.tsx'
import type { AuditStep } from './audit-step.ts'

/** Filters the log by one record or one person. */
export type AuditFilterHandler = (filter: { record: string } | { person: string }) => void

const warningActions: readonly AuditAction[] = [
  'login_failed',
  'login_blocked',
  'token_reused',
  'password_rejected',
  'unlock_failed',
  'two_step_failed',
]
function getActionStyle(action: AuditAction): { icon: typeof IconKey; tone: string } {
  if (warningActions.includes(action)) return { icon: IconShieldExclamation, tone: 'bad' }
  if (action === 'insert') return { icon: IconPlus, tone: 'good' }
  if (action === 'update') return { icon: IconPencil, tone: 'accent' }
  if (action === 'delete') return { icon: IconTrash, tone: 'warn' }
  if (action === 'login') return { icon: IconLogin2, tone: 'neutral' }
  if (action === 'logout') return { icon: IconLogout, tone: 'neutral' }
  return { icon: action === 'export' ? IconDownload : IconKey, tone: 'info' }
}

/** A step as a sentence that expands to its changed fields and its origin. */
export function AuditRow({ step, onFilter }: { step: AuditStep; onFilter: AuditFilterHandler }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { main, entries } = step
  const { icon: Icon, tone } = getActionStyle(main.action)
  return (
    <li className={css.row} data-open={isOpen || undefined}>
      <UnstyledButton
        className={css.rowButton}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.icon} data-tone={tone} aria-hidden>
          <Icon size={16} stroke={1.75} />
        </span>
        <span className={css.rowText}>
          <span className={css.sentence}>
            <AuditSentence entry={main} />
          </span>
          <span className={css.meta}>
            <time dateTime={main.at} title={format.dateTime(main.at)}>
              {format.time(main.at)}
            </time>
            {main.ip && (
              <span>
                <bdi>{main.ip}</bdi>
              </span>
            )}
            {entries.length > 1 && (
              <span>{t('audit.moreChanges', { count: entries.length - 1 })}</span>
            )}
          </span>
        </span>
        <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={detailsId}>
        {isOpen && <StepDetails step={step} onFilter={onFilter} />}
      </Collapse>
    </li>
  )
}

function StepDetails({
  step: { main, entries },
  onFilter,
}: {
  step: AuditStep
  onFilter: AuditFilterHandler
}) {
  const { t } = useTranslation()
  const recordPath = main.action === 'delete' ? undefined : findAuditRecordPath(main.record)
  const { person, record } = main
  return (
    <div className={css.details}>
      {entries.map(entry => (
        <div key={entry._id}>
          {entries.length > 1 && (
            <p className={css.entrySentence}>
              <AuditSentence entry={entry} />
            </p>
          )}
          <AuditDiff entry={entry} />
        </div>
      ))}
      <EntryOrigin entry={main} />
      <div className={css.actions}>
        {recordPath && (
          <Button component={Link} to={recordPath} size="compact-sm" variant="default">
            {t('audit.open')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onFilter({ record: record._id })}
        >
          {t('audit.allForRecord')}
        </Button>
        {person && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onFilter({ person: person._id })}
          >
            {t('audit.allByPerson', { name: person.name || person.email })}
          </Button>
        )}
      </div>
    </div>
  )
}

function EntryOrigin({ entry: { at, ip, person, requestId } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <dl className={css.origin}>
      <Pair label={t('audit.date')}>{format.fullDateTime(at)}</Pair>
      <Pair label={t('audit.source')}>
        {ip ? <bdi className="sw-numbers">{ip}</bdi> : t('audit.systemSource')}
      </Pair>
      {person && (
        <Pair label={t('audit.filter.person')}>
          <bdi>{person.name}</bdi> <bdi className={css.email}>{person.email}</bdi>
        </Pair>
      )}
      {requestId && (
        <Pair label={t('audit.requestId')}>
          <bdi className={css.requestId}>{requestId}</bdi>
        </Pair>
      )}
    </dl>
  )
}

const Pair = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

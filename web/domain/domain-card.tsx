import { ActionIcon, Alert, Button, Collapse, Menu, Skeleton } from '@mantine/core'
import {
  IconAlertCircle,
  IconChevronDown,
  IconDots,
  IconRefresh,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { type Domain, domainApi } from '#contract/store/domain.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { StorefrontIconLink } from '../store/storefront-link.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import css from './domain.module.css'
import { DomainRecords } from './domain-records.tsx'

const domainStatusTones: Record<Domain['status'], StatusTone> = {
  active: 'good',
  pending: 'warn',
  failed: 'bad',
}

/** One domain. The DNS records are expanded until the domain is active. */
export function DomainCard({
  domain,
  wwwHost,
  onDelete,
}: {
  domain: Domain
  /** The host with `www.` that the store can add too. */
  wwwHost: string | undefined
  onDelete: () => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(domain.status !== 'active')
  const { check, isChecking } = useDomainCheck(domain)
  const isSubdomain = domain.kind === 'subdomain'
  return (
    <section className={css.card} aria-label={formatDomain(domain.domain)}>
      <div className={css.head}>
        <div className={css.summary}>
          <div className={css.titleLine}>
            <h2 className={css.host}>{formatDomain(domain.domain)}</h2>
            <StatusBadge
              tone={domainStatusTones[domain.status]}
              label={t(`domain.status.${domain.status}`)}
              isHollow={domain.status === 'pending'}
            />
            {domain.isPrimary && <StatusBadge tone="info" label={t('domain.list.primary')} />}
          </div>
          <p className={css.note}>
            {t(isSubdomain ? 'domain.list.freeDomain' : 'domain.list.customDomain')}
            <LastChecked domain={domain} />
          </p>
        </div>
        <div className={css.actions}>
          {domain.status === 'active' && (
            <StorefrontIconLink
              label={t('domain.list.visit', { domain: formatDomain(domain.domain) })}
              url={domain.url}
              size={32}
            />
          )}
          {!isSubdomain && domain.status !== 'active' && (
            <PermissionGate permission="domain:write">
              <Button
                variant="default"
                size="xs"
                loading={isChecking}
                leftSection={<IconRefresh size={14} stroke={1.75} />}
                onClick={check}
              >
                {t('domain.row.check')}
              </Button>
            </PermissionGate>
          )}
          {!isSubdomain && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-expanded={isOpen}
              rightSection={
                <IconChevronDown
                  size={14}
                  stroke={1.75}
                  className={css.chevron}
                  data-open={isOpen || undefined}
                />
              }
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'domain.row.hideRecords' : 'domain.row.records')}
            </Button>
          )}
          <DomainMenu domain={domain} onCheck={check} onDelete={onDelete} />
        </div>
      </div>
      {wwwHost && (
        <PermissionGate permission="domain:write">
          <WwwOffer host={wwwHost} />
        </PermissionGate>
      )}
      {!isSubdomain && (
        <Collapse expanded={isOpen}>
          <div className={css.details}>
            {domain.lastError && (
              <Alert
                color={domain.status === 'active' ? 'yellow' : 'red'}
                icon={<IconAlertCircle size={18} />}
                className={css.alert}
              >
                {t(`notification.domainError.${domain.lastError}`)}
              </Alert>
            )}
            <DomainRecords domain={domain} />
          </div>
        </Collapse>
      )}
    </section>
  )
}

function WwwOffer({ host }: { host: string }) {
  const { t } = useTranslation()
  const create = useRouteMutation(domainApi.create, { hasErrorToast: true })
  return (
    <div className={css.offer}>
      <span>{t('domain.www.text', { domain: host })}</span>
      <Button
        variant="default"
        size="xs"
        loading={create.isPending}
        onClick={() => create.mutate({ body: { domain: host } })}
      >
        {t('domain.www.add', { domain: host })}
      </Button>
    </div>
  )
}

function LastChecked({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (domain.kind === 'subdomain') return null
  return (
    <>
      {' '}
      ·{' '}
      {domain.lastCheckedAt
        ? t('domain.list.checked', { time: format.relativeTime(domain.lastCheckedAt) })
        : t('domain.list.unchecked')}
    </>
  )
}

function useDomainCheck({ _id, domain }: Domain) {
  const { t } = useTranslation()
  const verify = useRouteMutation(domainApi.verify)
  const check = () =>
    verify.mutate(
      { params: { id: _id } },
      {
        onSuccess: checkedDomain =>
          checkedDomain.status === 'active'
            ? toast.success(t('domain.check.active', { domain }))
            : toast.error(t('domain.check.notYet')),
      },
    )
  return { check, isChecking: verify.isPending }
}

function DomainMenu({
  domain,
  onCheck,
  onDelete,
}: {
  domain: Domain
  onCheck: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation()
  const makePrimary = useRouteMutation(domainApi.makePrimary)
  const canMakePrimary = domain.status === 'active' && !domain.isPrimary
  if (domain.kind === 'subdomain' && !canMakePrimary) return null
  return (
    <PermissionGate permission="domain:write">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('domain.row.actions', { domain: formatDomain(domain.domain) })}
          >
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canMakePrimary && (
            <Menu.Item
              leftSection={<IconStar size={16} stroke={1.75} />}
              onClick={() => makePrimary.mutate({ params: { id: domain._id } })}
            >
              {t('domain.row.makePrimary')}
            </Menu.Item>
          )}
          {domain.kind === 'custom' && (
            <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={onCheck}>
              {t('domain.row.check')}
            </Menu.Item>
          )}
          {domain.kind === 'custom' && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={onDelete}
            >
              {t('domain.row.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </PermissionGate>
  )
}

export const DomainSkeleton = () => (
  <div className={css.list} aria-hidden>
    {[0, 1, 2].map(index => (
      <Skeleton key={index} h={index === 0 ? 76 : 220} radius="md" />
    ))}
  </div>
)

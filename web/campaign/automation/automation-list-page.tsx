import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Automation, automationApi, type CartReminder } from '#contract/campaign/automation.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useHasPermission } from '../../lib/session/session.ts'
import { useCurrency } from '../../lib/session/use-current-store.ts'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { LinkButton } from '../../ui/page/link-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './automation.module.css'
import { AutomationDrawer } from './automation-drawer.tsx'

/** Lists the emails that the store sends by itself, with their results. */
export function AutomationListPage() {
  const { t } = useTranslation()
  const overview = useQuery(queryOptionsFor(automationApi.list, {}))
  const drawer = useDialogParam('edit')
  return (
    <>
      <PageHeader
        title={t('automation.title')}
        subtitle={t('automation.subtitle')}
        back={{ to: '/apps/campaign/list', label: t('shell.menu.campaigns') }}
      />
      <QueryBoundary query={overview}>
        {({ automations, cartReminder }) => (
          <>
            <SectionCard flush>
              <ul className={css.rows}>
                <CartReminderRow reminder={cartReminder} />
                {automations.map(automation => (
                  <AutomationRow
                    key={automation.kind}
                    automation={automation}
                    onEdit={() => drawer.open(automation.kind)}
                  />
                ))}
              </ul>
            </SectionCard>
            {automations
              .filter(({ kind }) => kind === drawer.value)
              .map(automation => (
                <AutomationDrawer
                  key={automation.kind}
                  automation={automation}
                  onClose={drawer.close}
                />
              ))}
          </>
        )}
      </QueryBoundary>
    </>
  )
}
AutomationListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(automationApi.list, {}))) satisfies Prefetch

const joinParts = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

type RowProps = { name: string; text: string; result: string; children: ReactNode }

const Row = ({ name, text, result, children }: RowProps) => (
  <li className={css.row}>
    <div className={css.text}>
      <h2 className={css.name}>{name}</h2>
      <p className={css.about}>{text}</p>
      <p className={css.result}>{result}</p>
    </div>
    <div className={css.actions}>{children}</div>
  </li>
)

function AutomationRow({ automation, onEdit }: { automation: Automation; onEdit: () => void }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('campaign:write')
  const update = useRouteMutation(automationApi.update, { hasErrorToast: true })
  const formatOrders = useOrdersText()
  const { kind, isOn, delayDays, sent } = automation
  const name = t(`automation.kind.${kind}.name`)
  return (
    <Row
      name={name}
      text={t(`automation.kind.${kind}.text`)}
      result={joinParts([
        t('automation.days', { count: delayDays }),
        t('automation.sent', { count: sent }),
        formatOrders(automation),
      ])}
    >
      <Switch
        checked={isOn}
        disabled={!canWrite || update.isPending}
        aria-label={t('automation.switch', { name })}
        onChange={event => update.mutate({ body: { kind, isOn: event.currentTarget.checked } })}
      />
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('automation.editOf', { name })}
        onClick={onEdit}
      >
        {t('automation.edit')}
      </Button>
    </Row>
  )
}

/** The checkout asks for its own consent, so its rules switch the reminder on. */
function CartReminderRow({ reminder }: { reminder: CartReminder }) {
  const { t } = useTranslation()
  const formatOrders = useOrdersText()
  return (
    <Row
      name={t('automation.cart.name')}
      text={t('automation.cart.text')}
      result={joinParts([
        t('automation.hours', { count: reminder.delayHours }),
        formatOrders(reminder),
      ])}
    >
      <StatusBadge
        tone={reminder.isOn ? 'good' : 'neutral'}
        label={t(reminder.isOn ? 'automation.on' : 'automation.off')}
      />
      <LinkButton
        can="cms:read"
        to="/apps/cms?section=checkout"
        label={t('automation.cart.open')}
      />
    </Row>
  )
}

/** Returns the orders and their total, or an empty text for users who cannot see orders. */
function useOrdersText() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return ({ orders, revenue }: Pick<Automation, 'orders' | 'revenue'>): string =>
    orders === null || revenue === null
      ? ''
      : joinParts([t('automation.orders', { count: orders }), format.money(revenue, currency)])
}

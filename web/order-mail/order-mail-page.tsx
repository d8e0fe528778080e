import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type OrderMail, orderMailApi } from '#contract/order/order-mail.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { MailSenderCard } from './mail-sender-card.tsx'
import css from './order-mail.module.css'
import { OrderMailDrawer } from './order-mail-drawer.tsx'

/** Lists the emails about orders that shoppers and the store get. */
export function OrderMailPage() {
  const { t } = useTranslation()
  const mails = useQuery(queryOptionsFor(orderMailApi.list, {}))
  const drawer = useDialogParam('mail')
  return (
    <>
      <PageHeader title={t('orderMail.title')} subtitle={t('orderMail.subtitle')} />
      <QueryBoundary query={mails}>
        {items => (
          <CardStack>
            <SectionCard flush>
              <ul className={css.mails}>
                {items.map(mail => (
                  <MailRow key={mail.kind} mail={mail} onEdit={() => drawer.open(mail.kind)} />
                ))}
              </ul>
            </SectionCard>
            {/* Last, because it appears after the list and would move it. */}
            <MailSenderCard />
            {items
              .filter(({ kind }) => kind === drawer.value)
              .map(mail => (
                <OrderMailDrawer key={mail.kind} mail={mail} onClose={drawer.close} />
              ))}
          </CardStack>
        )}
      </QueryBoundary>
    </>
  )
}
OrderMailPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(orderMailApi.list, {}))) satisfies Prefetch

function MailRow({ mail, onEdit }: { mail: OrderMail; onEdit: () => void }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('business:write')
  const setEnabled = useRouteMutation(orderMailApi.setEnabled)
  const { kind, isEnabled, isOptional, texts } = mail
  const name = t(`orderMail.kind.${kind}`)
  return (
    <li className={css.mail}>
      <div className={css.name}>
        {name}
        {texts.some(({ isChanged }) => isChanged) && (
          <StatusBadge tone="info" label={t('orderMail.changed')} />
        )}
      </div>
      {isOptional ? (
        <Switch
          checked={isEnabled}
          disabled={!canWrite || setEnabled.isPending}
          aria-label={t('orderMail.send', { name })}
          onChange={event =>
            setEnabled.mutate({ body: { kind, isEnabled: event.currentTarget.checked } })
          }
        />
      ) : (
        <span className={css.required}>{t('orderMail.alwaysSent')}</span>
      )}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t(canWrite ? 'orderMail.editMail' : 'orderMail.viewMail', { name })}
        onClick={onEdit}
      >
        {t(canWrite ? 'orderMail.edit' : 'orderMail.view')}
      </Button>
    </li>
  )
}

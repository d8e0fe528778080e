import {
  IconFileAlert,
  IconFileCheck,
  IconFileDownload,
  IconPackage,
  IconPlugConnected,
  IconPlugConnectedX,
  IconShoppingCart,
  IconWorldCheck,
  IconWorldX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DomainError } from '#contract/domain.ts'
import type { NotificationKind, StoreNotification } from '#contract/notification.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { StatusTone } from '../ui/page/status-badge.tsx'

/** How each kind looks. */
export const notificationAppearance: Record<
  NotificationKind,
  { icon: typeof IconPackage; tone: StatusTone }
> = {
  order_created: { icon: IconShoppingCart, tone: 'info' },
  stock_low: { icon: IconPackage, tone: 'warn' },
  import_ready: { icon: IconFileDownload, tone: 'info' },
  import_done: { icon: IconFileCheck, tone: 'good' },
  import_failed: { icon: IconFileAlert, tone: 'bad' },
  domain_active: { icon: IconWorldCheck, tone: 'good' },
  domain_failed: { icon: IconWorldX, tone: 'bad' },
  webhook_off: { icon: IconPlugConnectedX, tone: 'bad' },
  webhook_left: { icon: IconPlugConnected, tone: 'warn' },
}

const pagePaths = {
  order: '/apps/order/orderDetail/',
  product: '/apps/product/update/',
  import: '/apps/import/',
  developer: '/apps/developers/webhook/',
}

/** Returns the path of the page that the notification leads to. */
export const getNotificationLink = ({
  subject,
  subjectId,
}: Pick<StoreNotification, 'subject' | 'subjectId'>) =>
  subject === 'domain' ? '/apps/domains/list' : `${pagePaths[subject]}${subjectId}`

/** Returns a function that gives a notification its title and a line of details. */
export function useNotificationLabels(): (notification: StoreNotification) => {
  title: string
  details: string
} {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatOutcome = ({ create = 0, update = 0, skip = 0 }: StoreNotification['data']) =>
    [
      ...(create ? [t('notice.outcome.create', { count: create })] : []),
      ...(update ? [t('notice.outcome.update', { count: update })] : []),
      ...(skip ? [t('notice.outcome.skip', { count: skip })] : []),
    ].join(' · ') || t('notice.outcome.nothing')
  const formatDomainError = (code: string) => {
    const error = DomainError.safeParse(code)
    return error.success ? t(`notice.domainError.${error.data}`) : code
  }
  return ({ kind, data }) => {
    const {
      number = '',
      customer = '',
      total,
      currency = 'USD',
      title = '',
      variantTitle = '',
      sku = '',
      stock = 0,
      fileName = '',
      domain = '',
      code = '',
      message = '',
      params,
      url = '',
    } = data
    switch (kind) {
      case 'order_created':
        return {
          title: t('notice.title.order', { number }),
          details: [customer, format.money(total, currency)].filter(Boolean).join(' · '),
        }
      case 'stock_low':
        return {
          title: t(stock > 0 ? 'notice.title.low' : 'notice.title.soldOut', { title }),
          details:
            [variantTitle || sku, ...(stock > 0 ? [t('notice.left', { count: stock })] : [])]
              .filter(Boolean)
              .join(' · ') || t('notice.left', { count: 0 }),
        }
      case 'import_ready':
        return {
          title: t('notice.title.checked', { file: fileName }),
          details: formatOutcome(data),
        }
      case 'import_done':
        return {
          title: t('notice.title.imported', { file: fileName }),
          details: formatOutcome(data),
        }
      case 'import_failed':
        return {
          title: t('notice.title.importFailed', { file: fileName }),
          details: translateError({ code, message, params }),
        }
      case 'domain_active':
        return { title: t('notice.title.domain', { domain }), details: t('notice.reachable') }
      case 'domain_failed':
        return {
          title: t('notice.title.domainFailed', { domain }),
          details: formatDomainError(message),
        }
      case 'webhook_left':
        return {
          title: t('notice.title.webhookLeft', { host: URL.parse(url)?.host ?? url }),
          details: t('notice.webhookLeft'),
        }
      case 'webhook_off':
        return {
          title: t('notice.title.webhookOff', { host: URL.parse(url)?.host ?? url }),
          details: t('notice.webhookOff'),
        }
    }
  }
}

import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCalendarEvent,
  IconChecklist,
  IconCreditCardOff,
  IconCreditCardRefund,
  IconFileAlert,
  IconFileCheck,
  IconFileDownload,
  IconFileX,
  IconGauge,
  IconGavel,
  IconMail,
  IconMailPause,
  IconPackage,
  IconPlugConnected,
  IconPlugConnectedX,
  IconShoppingCart,
  IconShoppingCartX,
  IconStar,
  IconWorldCheck,
  IconWorldX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CampaignProblem } from '#contract/campaign/campaign.ts'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { PaymentProviderCode, paymentProviderNames } from '#contract/payment/payment-account.ts'
import type { NotificationKind, StoreNotification } from '#contract/staff/notification.ts'
import { DomainError } from '#contract/store/domain.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'
import { type ImportNotificationKind, importTitles } from './import-titles.ts'

/** The icon and tone of each kind. */
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
  message_received: { icon: IconMail, tone: 'info' },
  order_canceled: { icon: IconShoppingCartX, tone: 'warn' },
  order_withdrawn: { icon: IconFileX, tone: 'warn' },
  return_requested: { icon: IconArrowBackUp, tone: 'warn' },
  claim_requested: { icon: IconArrowBackUp, tone: 'warn' },
  review_added: { icon: IconStar, tone: 'info' },
  payment_failed: { icon: IconCreditCardOff, tone: 'bad' },
  payment_late: { icon: IconCreditCardRefund, tone: 'warn' },
  payment_mismatch: { icon: IconAlertTriangle, tone: 'bad' },
  payment_unsettled: { icon: IconAlertTriangle, tone: 'bad' },
  payment_account_failed: { icon: IconPlugConnectedX, tone: 'bad' },
  refund_failed: { icon: IconAlertTriangle, tone: 'bad' },
  refund_due: { icon: IconCreditCardRefund, tone: 'warn' },
  payment_disputed: { icon: IconGavel, tone: 'bad' },
  dispute_won: { icon: IconGavel, tone: 'good' },
  dispute_lost: { icon: IconGavel, tone: 'bad' },
  task_assigned: { icon: IconChecklist, tone: 'info' },
  task_due: { icon: IconChecklist, tone: 'warn' },
  event_soon: { icon: IconCalendarEvent, tone: 'info' },
  conversation_assigned: { icon: IconMail, tone: 'info' },
  conversation_mentioned: { icon: IconMail, tone: 'info' },
  campaign_paused: { icon: IconMailPause, tone: 'warn' },
  limit_near: { icon: IconGauge, tone: 'warn' },
  limit_reached: { icon: IconGauge, tone: 'warn' },
}

type NotificationLabels = { title: string; details: string }

/** Returns a function that describes a notification with a title and details. */
export function useNotificationLabels(): (notification: StoreNotification) => NotificationLabels {
  const { t } = useTranslation()
  const getDeskLabels = useDeskLabels()
  const getCommerceLabels = useCommerceLabels()
  const getPaymentLabels = usePaymentLabels()
  const getImportLabels = useImportLabels()
  const getConnectionLabels = useConnectionLabels()
  const getLimitLabels = useLimitLabels()
  return ({ kind, data }) => {
    switch (kind) {
      case 'order_created':
      case 'review_added':
      case 'stock_low':
        return getCommerceLabels(kind, data)
      case 'import_ready':
      case 'import_done':
      case 'import_failed':
        return getImportLabels(kind, data)
      case 'domain_active':
      case 'domain_failed':
      case 'webhook_left':
      case 'webhook_off':
        return getConnectionLabels(kind, data)
      case 'order_canceled':
      case 'order_withdrawn':
      case 'return_requested':
      case 'claim_requested':
      case 'payment_failed':
      case 'refund_failed':
      case 'refund_due':
      case 'payment_disputed':
      case 'dispute_won':
      case 'dispute_lost':
        return {
          title: t(`notification.title.${kind}`, { number: data.number }),
          details: data.customer ?? '',
        }
      case 'payment_late':
      case 'payment_mismatch':
      case 'payment_unsettled':
      case 'payment_account_failed':
        return getPaymentLabels(kind, data)
      case 'campaign_paused':
      case 'conversation_assigned':
      case 'conversation_mentioned':
      case 'event_soon':
      case 'task_assigned':
      case 'task_due':
        return getDeskLabels(kind, data)
      case 'limit_near':
      case 'limit_reached':
        return getLimitLabels(kind, data)
      case 'message_received':
        return {
          title: t('notification.title.newMessage', { name: data.customer }),
          details: t(data.source === 'chat' ? 'shell.menu.chat' : 'notification.fromContactForm'),
        }
    }
  }
}

type NotificationData = StoreNotification['data']

function useDeskLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatCampaignProblem = (code: string) => {
    const problem = CampaignProblem.safeParse(code)
    return problem.success ? t(`campaign.problem.${problem.data}`) : t('campaign.senderRefused')
  }
  return (
    kind:
      | 'campaign_paused'
      | 'conversation_assigned'
      | 'conversation_mentioned'
      | 'event_soon'
      | 'task_assigned'
      | 'task_due',
    { title = '', message = '', person, startsAt, isAllDay, count = 1 }: NotificationData,
  ): NotificationLabels => {
    if (kind === 'event_soon')
      return {
        title: t('notification.title.event_soon', { title }),
        details: isAllDay ? format.date(startsAt) : format.dateTime(startsAt),
      }
    if (kind === 'campaign_paused')
      return {
        title: t('notification.title.campaign_paused', { title }),
        details: formatCampaignProblem(message),
      }
    return {
      title: t(`notification.title.${kind}`, { count, name: person ?? '' }),
      details: title || t('shell.menu.chat'),
    }
  }
}

function useLimitLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    kind: 'limit_near' | 'limit_reached',
    { resource = 'order', used = 0, limit = 0 }: NotificationData,
  ): NotificationLabels => {
    const level = kind === 'limit_near' ? 'near' : 'reached'
    const count = t('plan.usedOf', { used: format.number(used), limit: format.number(limit) })
    return {
      title: `${t(`plan.resource.${resource}`)}: ${count}`,
      details: t(resource === 'order' ? `plan.orders.${level}` : `plan.level.${level}`),
    }
  }
}

function useCommerceLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    kind: 'order_created' | 'review_added' | 'stock_low',
    data: NotificationData,
  ): NotificationLabels => {
    const { number = '', customer = '', total, currency = 'USD' } = data
    const { title = '', variantTitle = '', sku = '', stock = 0 } = data
    if (kind === 'order_created')
      return {
        title: t('notification.title.newOrder', { number }),
        details: format.parts([customer, format.money(total, currency)]),
      }
    if (kind === 'review_added')
      return { title: t('notification.title.review_added', { title }), details: customer }
    const variantName = variantTitle || sku
    const stockText =
      stock > 0 || !variantName ? t('notification.unitsLeft', { count: Math.max(stock, 0) }) : ''
    return {
      title: t(stock > 0 ? 'notification.title.lowStock' : 'notification.title.outOfStock', {
        title,
      }),
      details: format.parts([variantName, stockText]),
    }
  }
}

function usePaymentLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    kind: 'payment_late' | 'payment_mismatch' | 'payment_unsettled' | 'payment_account_failed',
    { customer = '', total, currency = 'USD', source = '' }: NotificationData,
  ): NotificationLabels => {
    const provider = paymentProviderNames[PaymentProviderCode.catch('stripe').parse(source)]
    return {
      title: t(`notification.title.${kind}`, { provider }),
      details:
        kind === 'payment_account_failed'
          ? t('notification.replaceKey')
          : format.parts([customer, format.money(total, currency)]),
    }
  }
}

function useImportLabels() {
  const { t } = useTranslation()
  const formatOutcome = ({ create = 0, update = 0, skip = 0 }: NotificationData) =>
    [
      ...(create ? [t('notification.importOutcome.create', { count: create })] : []),
      ...(update ? [t('notification.importOutcome.update', { count: update })] : []),
      ...(skip ? [t('notification.importOutcome.skip', { count: skip })] : []),
    ].join(' · ') || t('notification.importOutcome.nothing')
  return (kind: ImportNotificationKind, data: NotificationData): NotificationLabels => {
    const { fileName: file = '', code = '', message = '', params } = data
    return {
      title: t(importTitles[kind], { file }),
      details:
        kind === 'import_failed' ? translateError({ code, message, params }) : formatOutcome(data),
    }
  }
}

function useConnectionLabels() {
  const { t } = useTranslation()
  const formatDomainError = (code: string) => {
    const error = DomainError.safeParse(code)
    return error.success ? t(`notification.domainError.${error.data}`) : code
  }
  return (
    kind: 'domain_active' | 'domain_failed' | 'webhook_left' | 'webhook_off',
    { domain = '', message = '', url = '' }: NotificationData,
  ): NotificationLabels => {
    const host = URL.parse(url)?.host ?? url
    const name = formatDomain(domain)
    switch (kind) {
      case 'domain_active':
        return {
          title: t('notification.title.domainConnected', { domain: name }),
          details: t('notification.domainReachable'),
        }
      case 'domain_failed':
        return {
          title: t('notification.title.domainFailed', { domain: name }),
          details: formatDomainError(message),
        }
      case 'webhook_left':
        return {
          title: t('notification.title.webhookOff', { host }),
          details: t('notification.webhookLeft'),
        }
      case 'webhook_off':
        return {
          title: t('notification.title.webhookOff', { host }),
          details: t('notification.webhookOff'),
        }
    }
  }
}

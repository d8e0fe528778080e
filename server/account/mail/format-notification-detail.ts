import type { ClientInfo } from '../../lib/call/call-input.ts'
import type { ServerTranslate } from '../../locales/texts.ts'
import { parseUserAgent } from '../session/user-agent.ts'
import type { NotificationDetail } from './account-notification.ts'

/** Returns the device that sent a request. */
export function describeDevice({ ip, userAgent }: Pick<ClientInfo, 'ip' | 'userAgent'>) {
  const { browser, system } = parseUserAgent(userAgent)
  return { kind: 'device', browser, system, ip } as const
}

/** Returns the sentences about the facts of a notification. */
export function formatNotificationDetail(
  detail: NotificationDetail | string,
  t: ServerTranslate,
): string {
  if (typeof detail === 'string') return detail
  switch (detail.kind) {
    case 'device':
      return [formatDevice(detail, t), ...formatCodesLeft(detail, t)].join(' ')
    case 'credentials':
      return [t('account.credentials', { count: detail.count }), t('account.endCredentials')].join(
        ' ',
      )
    case 'change': {
      const { subject, value, storeHandle: store } = detail
      return t(`account.change.${subject}`, { value, store })
    }
  }
}

type DeviceDetail = Extract<NotificationDetail, { kind: 'device' }>

function formatDevice({ browser, system, ip }: DeviceDetail, t: ServerTranslate): string {
  const name =
    browser && system
      ? t('account.device.name', { browser, system })
      : browser || system || t('account.device.unknown')
  return ip
    ? t('account.device.fromAddress', { device: name, ip })
    : t('account.device.from', { device: name })
}

function formatCodesLeft({ recoveryCodesLeft: count }: DeviceDetail, t: ServerTranslate): string[] {
  if (count === undefined) return []
  return [count === 0 ? t('account.noRecoveryCodes') : t('account.recoveryCodes', { count })]
}

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The choice whether to email the customer, or a text if the order sends no emails. */
export function EmailChoice({
  sendsEmails,
  children,
}: {
  sendsEmails: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (sendsEmails) return children
  return (
    <Text size="sm" c="dimmed">
      {t('order.change.noEmails')}
    </Text>
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/lib/text/languages.ts'
import { type OrderMailKind, OrderMailTemplate, orderMailApi } from '#contract/order/order-mail.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import css from './order-mail.module.css'

type Props = { mail: OrderMailTemplate & { kind: OrderMailKind; language: Language } }

/** The email as the server renders it. Its iframe runs no scripts and opens no links. */
export function OrderMailPreview({ mail }: Props) {
  const { t } = useTranslation()
  const [shownMail] = useDebouncedValue(mail, 400)
  const preview = useQuery({
    ...queryOptionsFor(orderMailApi.preview, { body: shownMail }),
    enabled: OrderMailTemplate.safeParse(shownMail).success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!preview.data) return null
  return (
    <div>
      <p className={css.previewSubject}>{preview.data.subject}</p>
      <iframe
        className={css.preview}
        title={t('orderMail.preview')}
        sandbox=""
        srcDoc={preview.data.html}
      />
    </div>
  )
}

import type { BankTransfer } from '#contract/payment/payment-method.ts'
import { useMoney, useTexts } from '../frame/page-context.tsx'
import { LinkQrCode } from '../order/link-qr-code.tsx'

type Props = {
  transfer: BankTransfer
  /** In minor units. */
  amount: number
}

/** The account of the store with the amount and reference, and a code for banking apps. */
export function BankTransferDetails({ transfer, amount }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { accountHolder, iban, bic, reference, code } = transfer
  const rows = [
    { label: t('payments.accountHolder'), value: accountHolder },
    { label: 'IBAN', value: iban, copied: iban.replaceAll(' ', '') },
    { label: 'BIC', value: bic },
    { label: t('payments.transferAmount'), value: formatMoney(amount), isFixed: true },
    { label: t('payments.reference'), value: reference },
  ].filter(({ value }) => value)
  return (
    <div className="bank-transfer">
      <dl>
        {rows.map(({ label, value, copied = value, isFixed = false }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              {!isFixed && (
                <button
                  className="text-button"
                  type="button"
                  hidden
                  aria-label={t('payments.copyValue', { label })}
                  data-copy={copied}
                  data-copied={t('payments.copied')}
                >
                  {t('payments.copy')}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {code && (
        <figure>
          <LinkQrCode text={code} label={t('payments.paymentCode')} level="M" />
          <figcaption>{t('payments.scanPaymentCode')}</figcaption>
        </figure>
      )}
    </div>
  )
}

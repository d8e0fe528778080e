import { Button, NumberInput, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaximum, getMaxLength } from '#contract/lib/schema-values.ts'
import { type Discount, DiscountCodesInput, discountApi } from '#contract/product/discount.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import css from './discount.module.css'

const { count: Count, prefix: Prefix } = DiscountCodesInput.shape

/** The codes of a discount that are used once each, and the fields that create further ones. */
export function DiscountCodes({ discount }: { discount: Discount }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const create = useRouteMutation(discountApi.createCodes)
  const [count, setCount] = useState(100)
  const [prefix, setPrefix] = useState('')
  const exportCodes = () =>
    startDownload(discountApi.exportCodes, { query: { discount: discount._id } })
  return (
    <section className={css.codes} aria-label={t('discount.codes.title')}>
      <h3 className={css.codesTitle}>{t('discount.codes.title')}</h3>
      <p className="sw-dimmed">{t('discount.codes.text')}</p>
      {discount.codeCount > 0 && (
        <div className={css.codesRow}>
          <span>
            {t('discount.codes.number')}:{' '}
            <strong className="sw-numbers">{format.number(discount.codeCount)}</strong>
          </span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.75} />}
            onClick={exportCodes}
          >
            {t('discount.codes.export')}
          </Button>
        </div>
      )}
      <PermissionGate permission="product:write">
        <div className={css.columns}>
          <NumberInput
            label={t('discount.codes.number')}
            value={count}
            min={1}
            max={getMaximum(Count)}
            clampBehavior="strict"
            allowDecimal={false}
            hideControls
            classNames={{ input: 'sw-numbers' }}
            onChange={value => setCount(Number(value))}
          />
          <TextInput
            label={t('discount.codes.prefix')}
            placeholder="SPRING"
            value={prefix}
            maxLength={getMaxLength(Prefix)}
            autoComplete="off"
            onChange={event => setPrefix(event.currentTarget.value)}
          />
        </div>
        <Button
          variant="default"
          disabled={count < 1}
          loading={create.isPending}
          onClick={() => create.mutate({ params: { id: discount._id }, body: { count, prefix } })}
        >
          {t('discount.codes.create')}
        </Button>
      </PermissionGate>
    </section>
  )
}

import { Button, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { StoreHandle } from '#contract/account.ts'
import { businessApi } from '#contract/business.ts'
import { queryOf } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import { type FieldProps, inputOf } from '../ui/form/form-field.ts'
import { SlugField, slugOf } from '../ui/form/slug-field.tsx'
import css from './store-address-field.module.css'

const Suggested = z.object({ suggestions: z.array(z.string()) })
type Props<V extends Record<string, unknown>> = FieldProps<V> & {
  from: string /** The store's present address, which is taken by itself. */
  own?: string
}

/** A store's address, made from its name until changed by hand, and looked up while it is typed. */
export function StoreAddressField<V extends Record<string, unknown>>({
  from,
  own,
  ...props
}: Props<V>) {
  const { t } = useTranslation()
  const { value, change } = inputOf(props)
  const [asked] = useDebouncedValue(typeof value === 'string' ? value : '', 350)
  // A refusal of the form says the same, once is enough.
  const isWhole =
    !props.form.errors[props.name] && asked !== own && StoreHandle.safeParse(asked).success
  const check = useQuery({
    ...queryOf(businessApi.checkDomain, { params: { domain: asked } }),
    enabled: isWhole,
    retry: false,
  })
  const suggestions =
    check.error instanceof ApiError
      ? (Suggested.safeParse(check.error.problem.data).data?.suggestions ?? [])
      : []
  return (
    <div>
      <SlugField
        {...props}
        from={from}
        max={40}
        description={
          isWhole ? <Verdict check={check} /> : (props.description ?? t('ui.storeAddress.hint'))
        }
      />
      {isWhole && suggestions.length > 0 && (
        <div className={css.suggestions}>
          {t('ui.storeAddress.instead')}
          {suggestions.map(name => (
            <Button
              key={name}
              size="compact-xs"
              variant="light"
              onClick={() => change(slugOf(name.split('.')[0] ?? name, 40))}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function Verdict({
  check,
}: {
  check: { data: { domain: string } | undefined; error: unknown; isFetching: boolean }
}) {
  const { t } = useTranslation()
  if (check.isFetching)
    return (
      <span>
        <Loader size={10} /> {t('ui.storeAddress.checking')}
      </span>
    )
  if (check.error instanceof ApiError)
    return (
      <span className={css.taken} role="status">
        <IconX size={12} aria-hidden /> {check.error.problem.message || t('ui.error.title')}
      </span>
    )
  if (!check.data) return null
  return (
    <span className={css.free} role="status">
      <IconCheck size={12} aria-hidden />{' '}
      {t('ui.storeAddress.free', { address: check.data.domain })}
    </span>
  )
}

import { Button, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { StoreHandle } from '#contract/account/account.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { slugifyAscii } from '#contract/lib/text/slug.ts'
import { storeApi } from '#contract/store/store.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import { toast } from '../lib/page/toast.ts'
import { createRandomId } from '../lib/random-id.ts'
import { type FieldProps, getFieldInput } from '../ui/field/form-field.ts'
import { SlugField } from '../ui/field/slug-field.tsx'
import css from './store-handle-field.module.css'

const createStoreHandle = () => `store-${createRandomId().replaceAll('-', '').slice(0, 6)}`
const HandleSuggestions = z.object({ suggestions: z.array(z.string()) })
type Props<V extends Record<string, unknown>> = FieldProps<V> & {
  sourceName: string
  /** The locale of the store. */
  locale: string | undefined
  /** The current store handle, which needs no check. */
  currentHandle?: string
}

/**
 * A field for a store handle. Derives it from the name until edited, and checks that it is
 * free.
 */
export function StoreHandleField<V extends Record<string, unknown>>({
  sourceName,
  currentHandle,
  ...props
}: Props<V>) {
  const { t } = useTranslation()
  const { value, setValue } = getFieldInput(props)
  const [otherHandle] = useState(createStoreHandle)
  const [debouncedHandle] = useDebouncedValue(typeof value === 'string' ? value : '', 350)
  // A form error already contains the result of the check.
  const isCheckable =
    !props.form.errors[props.name] &&
    debouncedHandle !== currentHandle &&
    StoreHandle.safeParse(debouncedHandle).success
  const availability = useQuery({
    ...queryOptionsFor(storeApi.checkDomain, { params: { domain: debouncedHandle } }),
    enabled: isCheckable,
    retry: false,
  })
  const { error } = availability
  useEffect(
    function showFailure() {
      if (error) toast.failure(error, t('account.failed'))
    },
    [error, t],
  )
  const suggestions =
    availability.error instanceof ApiError
      ? (HandleSuggestions.safeParse(availability.error.problem.data).data?.suggestions ?? [])
      : []
  return (
    <div>
      <SlugField
        {...props}
        sourceName={sourceName}
        // A name without Latin letters has no store handle of its own.
        toSlug={(name, max, locale) =>
          slugifyAscii(name, max, locale) || (name.trim() && otherHandle)
        }
        description={
          isCheckable ? (
            <HandleAvailability availability={availability} />
          ) : (
            (props.description ?? t('ui.storeHandle.hint'))
          )
        }
      />
      {isCheckable && suggestions.length > 0 && (
        <div className={css.suggestions}>
          {t('ui.storeHandle.alternatives')}
          {suggestions.map(name => (
            <Button
              key={name}
              size="compact-xs"
              variant="light"
              onClick={() =>
                setValue(slugifyAscii(name.split('.')[0] ?? name, getMaxLength(StoreHandle)))
              }
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function HandleAvailability({
  availability,
}: {
  availability: { data: { domain: string } | undefined; error: unknown; isFetching: boolean }
}) {
  const { t } = useTranslation()
  if (availability.isFetching)
    return (
      <span>
        <Loader size={10} /> {t('ui.storeHandle.checking')}
      </span>
    )
  // An unavailable store handle belongs to the field; the toast shows other errors.
  if (availability.error instanceof ApiError && availability.error.status === 200)
    return (
      <span className={css.taken} role="status">
        <IconX size={12} aria-hidden /> {availability.error.problem.message}
      </span>
    )
  if (!availability.data) return null
  return (
    <span className={css.available} role="status">
      <IconCheck size={12} aria-hidden />{' '}
      {t('ui.storeHandle.available', { domain: availability.data.domain })}
    </span>
  )
}

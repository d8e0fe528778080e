import { Button, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { BusinessSlug, type Signup } from '#contract/account.ts'
import { businessApi } from '#contract/business.ts'
import { queryOf } from '../lib/api.ts'
import { ApiError } from '../lib/request.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'
import { SlugField, slugOf } from '../ui/slug-field.tsx'
import css from './account-frame.module.css'

const Suggested = z.object({ suggestions: z.array(z.string()) })

/** The store's address, made from its name until changed by hand, and looked up while it is typed. */
export function StoreAddressField({ form, from }: { form: ContractForm<Signup>; from: string }) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(form.values.domain ?? '', 350)
  const isWhole = BusinessSlug.safeParse(asked).success
  const check = useQuery({ ...queryOf(businessApi.checkDomain, { params: { domain: asked } }), enabled: isWhole, retry: false })
  const suggestions = check.error instanceof ApiError ? (Suggested.safeParse(check.error.problem.data).data?.suggestions ?? []) : []
  return (
    <div>
      <SlugField form={form} name="domain" label={t('account.register.address')} from={from} max={40}
        description={isWhole ? <Verdict check={check} /> : t('account.register.addressHint')} />
      {isWhole && suggestions.length > 0 && (
        <div className={css.suggestions}>
          {t('account.register.instead')}
          {suggestions.map(name => (
            <Button key={name} size="compact-xs" variant="light" onClick={() => form.setFieldValue('domain', slugOf(name.split('.')[0] ?? name, 40))}>{name}</Button>
          ))}
        </div>
      )}
    </div>
  )
}

function Verdict({ check }: { check: { data: { domain: string } | undefined; error: unknown; isFetching: boolean } }) {
  const { t } = useTranslation()
  if (check.isFetching) return <span><Loader size={10} /> {t('account.register.checking')}</span>
  if (check.error instanceof ApiError) return <span className={css.taken} role="status"><IconX size={12} aria-hidden /> {check.error.problem.message || t('account.wrong')}</span>
  if (!check.data) return null
  return <span className={css.free} role="status"><IconCheck size={12} aria-hidden /> {t('account.register.free', { address: check.data.domain })}</span>
}

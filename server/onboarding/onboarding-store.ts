import { type Onboarding, type OnboardingStep, onboardingSteps } from '#contract/onboarding.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch } from '../lib/db/query-batch.ts'

type OnboardingRow = Record<OnboardingStep | 'isDismissed', boolean> & { host: string }

/** Derives each step from the data of the store, so a step is undone when its data is removed. */
export const getOnboarding = (tx: Tx, personId: string): QueryBatch<Onboarding> =>
  batch(
    [
      tx<OnboardingRow[]>`
  select
    b.email <> '' and coalesce(b.address ->> 'line1', '') <> ''
      and coalesce(b.address ->> 'city', '') <> '' and coalesce(b.address ->> 'country', '') <> ''
      as details,
    exists (select 1 from product where status <> 'archived')
      or exists (select 1 from import where kind = 'products' and status = 'done') as product,
    b.handle_chosen_at is not null
      or exists (select 1 from domain where kind = 'custom' and status = 'active') as domain,
    exists (select 1 from theme where active or version_id is not null) as theme,
    exists (select 1 from payment_method where enabled) as payment,
    b.status = 'live' as launch,
    coalesce((select o.dismissed from onboarding o where o.person_id = ${personId}), false)
      as is_dismissed,
    coalesce((select d.domain from domain d where d.kind = 'subdomain'), '') as host
  from business b where b.id = current_business()`,
    ],
    ([[row]]) => {
      const { isDismissed, host, ...completed } = assertFound(row, 'store_not_found')
      return {
        steps: onboardingSteps.map(step => ({ step, isDone: completed[step] })),
        isDismissed,
        host,
      }
    },
  )

export const setOnboardingDismissed = (tx: Tx, personId: string, isDismissed: boolean) => tx`
  insert into onboarding (person_id, dismissed) values (${personId}, ${isDismissed})
  on conflict (business_id, person_id) do update set dismissed = excluded.dismissed
  where onboarding.dismissed <> excluded.dismissed`

export const confirmStoreHandle = (tx: Tx) =>
  tx`
    update business set handle_chosen_at = now()
    where id = current_business() and handle_chosen_at is null`

import { type LaunchIssue, type Onboarding, onboardingSteps } from '#contract/store/onboarding.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch } from '../lib/db/query-batch.ts'
import { countProducts } from '../product/rule/count-products.ts'
import {
  getHomeTaxRate,
  hasDetails,
  isTaxDecided,
  listMissingPolicies,
  type SetupRow,
  selectSetup,
} from './setup-state.ts'

type GuideRow = { isLive: boolean; isDismissed: boolean; host: string }
type ProductCounts = { noPrice: number; noImage: number; outOfStock: number }

/** Derives each step from the data of the store, so a step is undone when its data is removed. */
export const getOnboarding = (tx: Tx, personId: string): QueryBatch<Onboarding> =>
  batch([selectSetup(tx), selectGuide(tx, personId)], ([[setupRow], [guide]]) => {
    const setup = assertFound(setupRow, 'store_not_found')
    const { isLive, isDismissed, host } = assertFound(guide, 'store_not_found')
    const missingPolicies = listMissingPolicies(setup)
    const completed = {
      details: hasDetails(setup),
      product: setup.hasActiveProduct,
      shipping: setup.shipping !== null,
      tax: isTaxDecided(setup),
      policies: missingPolicies.length === 0,
      payment: setup.hasPayment,
      // Each store has a free domain and the default theme.
      domain: true,
      theme: true,
      launch: isLive,
    }
    return {
      steps: onboardingSteps.map(step => ({ step, isDone: completed[step] })),
      isDismissed,
      host,
      shipping: setup.shipping,
      tax: { rate: getHomeTaxRate(setup), isIncluded: setup.taxIncluded },
      missingPolicies,
    }
  })

/** The guide of a live store that has sold is hidden until the user shows it. */
const selectGuide = (tx: Tx, personId: string) => tx<GuideRow[]>`
  select s.status = 'live' as is_live,
    coalesce(
      (select o.dismissed from onboarding o where o.person_id = ${personId}),
      s.status = 'live' and exists (select from "order" where is_sale(status))) as is_dismissed,
    coalesce((select d.domain from domain d where d.kind = 'subdomain'), '') as host
  from store s where s.id = current_store()`

/** Returns the issues of the store before its launch, the most important first. */
export const listLaunchIssues = (tx: Tx): QueryBatch<LaunchIssue[]> =>
  batch([selectSetup(tx), selectProductCounts(tx)], ([[setup], [counts]]) => [
    ...listSetupIssues(assertFound(setup, 'store_not_found')),
    ...listProductIssues(assertFound(counts, 'store_not_found')),
  ])

function listSetupIssues(setup: SetupRow): LaunchIssue[] {
  const policies = listMissingPolicies(setup)
  const issues: [boolean, LaunchIssue][] = [
    [!setup.hasActiveProduct, { code: 'noProduct' }],
    [!setup.hasPayment, { code: 'noPayment' }],
    [setup.shipping === null, { code: 'noShipping' }],
    [!hasDetails(setup), { code: 'noDetails' }],
    [!isTaxDecided(setup), { code: 'noTax' }],
    [policies.length > 0, { code: 'policies', policies }],
  ]
  return issues.flatMap(([isOpen, issue]) => (isOpen ? [issue] : []))
}

const listProductIssues = ({ noPrice, noImage, outOfStock }: ProductCounts): LaunchIssue[] =>
  [
    { code: 'productNoPrice' as const, count: noPrice },
    { code: 'productNoImage' as const, count: noImage },
    { code: 'productOutOfStock' as const, count: outOfStock },
  ].filter(({ count }) => count > 0)

const selectProductCounts = (tx: Tx) => tx<ProductCounts[]>`
  select ${countProducts(tx, tx`status = 'active' and price = 0`)} as no_price,
    ${countProducts(tx, tx`status = 'active' and image = ''`)} as no_image,
    ${countProducts(tx, tx`status = 'active' and track_stock and stock <= 0`)} as out_of_stock`

export const setOnboardingDismissed = (tx: Tx, personId: string, isDismissed: boolean) => tx`
  insert into onboarding (person_id, dismissed) values (${personId}, ${isDismissed})
  on conflict (store_id, person_id) do update set dismissed = excluded.dismissed
  where onboarding.dismissed <> excluded.dismissed`

export const confirmUntaxed = (tx: Tx) =>
  tx`
    update store set untaxed_since = now()
    where id = current_store() and untaxed_since is null`

import type { ComponentType } from 'react'
import type { OnboardingStep } from '#contract/store/onboarding.ts'
import { ArtEmptyCategories } from '../ui/art/art-empty-categories.tsx'
import { ArtEmptyContent } from '../ui/art/art-empty-content.tsx'
import { ArtEmptyCustomers } from '../ui/art/art-empty-customers.tsx'
import { ArtEmptyDomains } from '../ui/art/art-empty-domains.tsx'
import { ArtEmptyImports } from '../ui/art/art-empty-imports.tsx'
import { ArtEmptyOrders } from '../ui/art/art-empty-orders.tsx'
import { ArtEmptyPayment } from '../ui/art/art-empty-payment.tsx'
import { ArtEmptyProducts } from '../ui/art/art-empty-products.tsx'
import { ArtEmptyStores } from '../ui/art/art-empty-stores.tsx'
import css from './onboarding.module.css'

const illustrations: Record<OnboardingStep, ComponentType> = {
  details: ArtEmptyCustomers,
  product: ArtEmptyProducts,
  shipping: ArtEmptyOrders,
  tax: ArtEmptyCategories,
  policies: ArtEmptyImports,
  domain: ArtEmptyDomains,
  theme: ArtEmptyContent,
  payment: ArtEmptyPayment,
  launch: ArtEmptyStores,
}

/** The illustration of a step. */
export function OnboardingStepIllustration({ step }: { step: OnboardingStep }) {
  const Illustration = illustrations[step]
  return (
    <div className={css.illustration} aria-hidden>
      <Illustration />
    </div>
  )
}

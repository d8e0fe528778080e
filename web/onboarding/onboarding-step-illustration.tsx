import type { OnboardingStep } from '#contract/store/onboarding.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyCategoriesDrawing from '../ui/art/empty-categories.svg?raw'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import emptyCustomersDrawing from '../ui/art/empty-customers.svg?raw'
import emptyDomainsDrawing from '../ui/art/empty-domains.svg?raw'
import emptyImportsDrawing from '../ui/art/empty-imports.svg?raw'
import emptyOrdersDrawing from '../ui/art/empty-orders.svg?raw'
import emptyPaymentDrawing from '../ui/art/empty-payment.svg?raw'
import emptyProductsDrawing from '../ui/art/empty-products.svg?raw'
import emptyStoresDrawing from '../ui/art/empty-stores.svg?raw'
import css from './onboarding.module.css'

const illustrations: Record<OnboardingStep, string> = {
  details: emptyCustomersDrawing,
  product: emptyProductsDrawing,
  shipping: emptyOrdersDrawing,
  tax: emptyCategoriesDrawing,
  policies: emptyImportsDrawing,
  domain: emptyDomainsDrawing,
  theme: emptyContentDrawing,
  payment: emptyPaymentDrawing,
  launch: emptyStoresDrawing,
}

/** The illustration of a step. */
export function OnboardingStepIllustration({ step }: { step: OnboardingStep }) {
  return (
    <div className={css.illustration} aria-hidden>
      <Drawing svg={illustrations[step]} />
    </div>
  )
}

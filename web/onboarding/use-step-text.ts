import { useTranslation } from 'react-i18next'
import type { Onboarding, OnboardingStep } from '#contract/store/onboarding.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'

/** Returns a function that explains a step with the settings that the store has. */
export function useStepText({ shipping, tax, missingPolicies }: Onboarding) {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const getTaxText = () => {
    if (tax.rate === 0) return t('onboarding.step.tax.text')
    const key = tax.isIncluded ? 'included' : 'added'
    return t(`onboarding.step.tax.${key}`, { rate: format.taxRate(tax.rate) })
  }
  return (step: OnboardingStep, isDone: boolean): string => {
    switch (step) {
      case 'shipping':
        return shipping
          ? t('onboarding.step.shipping.prepared', {
              name: shipping.name,
              price: format.money(shipping.price, currency),
            })
          : t('onboarding.step.shipping.text')
      case 'tax':
        return getTaxText()
      case 'policies':
        return isDone
          ? t('onboarding.step.policies.complete')
          : t('onboarding.step.policies.text', {
              policies: format.list(missingPolicies.map(kind => t(`store.policy.${kind}`))),
            })
      case 'launch':
        return t(isDone ? 'onboarding.step.launch.liveText' : 'onboarding.step.launch.text')
      default:
        return t(`onboarding.step.${step}.text`, { currency })
    }
  }
}

import type { CmsSections, policyKinds } from '#contract/cms/cms.ts'
import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { Store } from '#contract/store/store.ts'
import { loadTranslations } from '../lib/preference/i18n.ts'

/**
 * Returns a policy to start from: in the language of the store, because shoppers read it, with the
 * details of the store. Missing details are named in brackets.
 */
export async function createPolicyTemplate(
  kind: (typeof policyKinds)[number],
  { identity, contact }: Pick<CmsSections, 'identity' | 'contact'>,
  store: Pick<Store, 'locale' | 'legalName' | 'email' | 'phone' | 'address'>,
): Promise<string> {
  const language = getLocaleLanguage(store.locale)
  const t = await loadTranslations(language)
  const { line1, line2, postalCode, city, region, country } = store.address
  const countryName = country && new Intl.DisplayNames([language], { type: 'region' }).of(country)
  const address = [line1, line2, [postalCode, city].filter(Boolean).join(' '), region, countryName]
    .filter(Boolean)
    .map(line => escapeHtml(line ?? ''))
    .join('<br>')
  return t(`cms.policies.template.${kind}`, {
    name: escapeHtml(identity.siteTitle),
    owner: escapeHtml(store.legalName || identity.siteTitle),
    address: line1 ? address : t('cms.policies.missing.address'),
    email: escapeHtml(contact.email || store.email || t('cms.policies.missing.email')),
    phone: escapeHtml(contact.phone || store.phone || t('cms.policies.missing.phone')),
  })
}

import type { ReactNode } from 'react'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontLink } from '#contract/storefront/storefront-page.ts'
import { ContactLinks } from '../contact-links.tsx'
import { Icon } from '../icon.tsx'
import { NewsletterForm } from '../newsletter-form.tsx'
import { PaymentIcons } from '../payment-icons.tsx'
import { CountryChoice } from './country-choice.tsx'
import { LanguageLinks } from './language-links.tsx'
import { LinkList, MenuLink } from './link-list.tsx'
import { useContentLanguage, useFrame, useTexts } from './page-context.tsx'
import { useSectionAttributes } from './section-container.tsx'
import type { SectionProps } from './theme-components.tsx'

/** A theme can add to the end of the footer. */
export function StoreFooter({
  section,
  children,
}: SectionProps<'storeFooter'> & { children?: ReactNode }) {
  const { store, footer, contact } = useFrame()
  const contentLanguage = useContentLanguage()
  const addressLines = listAddressLines(contact.address, '')
  return (
    <div className="footer" {...useSectionAttributes(section)}>
      <div className="footer-inner">
        <div className="footer-columns">
          <div className="footer-about">
            <p className="footer-brand">{store.name}</p>
            {footer.text && <p {...contentLanguage}>{footer.text}</p>}
            <SocialLinks />
          </div>
          <FooterMenus />
          <FooterContact />
          <FooterNewsletter />
        </div>
        <div className="footer-end">
          <LanguageLinks />
          <CountryChoice />
          {section.settings.hasPaymentIcons && <PaymentIcons />}
        </div>
        <p className="copyright">
          <span>{footer.copyright}</span>
          {footer.showContact && addressLines.length > 0 && (
            <span className="footer-address">{addressLines.join(', ')}</span>
          )}
        </p>
        {children}
      </div>
    </div>
  )
}

/** Links with others below them are columns, all others share one. */
function FooterMenus() {
  const t = useTexts()
  const { footerLinks, policyKinds } = useFrame()
  const columns = footerLinks.filter(({ children = [] }) => children.length > 0)
  const links = footerLinks.filter(link => !columns.includes(link))
  const account = { label: t('account.title'), path: storefrontForms.account.path }
  const policies = policyKinds.map(kind => ({
    label: t(`policies.${kind}`),
    path: `/policies/${kind}`,
  }))
  return (
    <>
      {columns.map(column => (
        <FooterColumn
          key={column.path}
          title={<MenuLink link={column} />}
          links={column.children}
        />
      ))}
      <FooterColumn title={t('footer.discover')} links={[...links, account]} />
      <FooterColumn title={t('footer.legal')} links={policies} />
    </>
  )
}

type ColumnProps = { title: ReactNode; links?: readonly StorefrontLink[] | undefined }

function FooterColumn({ title, links = [] }: ColumnProps) {
  if (links.length === 0) return null
  return (
    <div>
      <p className="footer-title">{title}</p>
      <LinkList links={links} />
    </div>
  )
}

function FooterContact() {
  const t = useTexts()
  const { footer, contact } = useFrame()
  if (!footer.showContact || (!contact.email && !contact.phone)) return null
  return (
    <address>
      <p className="footer-title">{t('contact')}</p>
      <ContactLinks />
    </address>
  )
}

function FooterNewsletter() {
  const t = useTexts()
  if (!useFrame().footer.showNewsletter) return null
  return (
    <div className="footer-newsletter">
      <p className="footer-title">{t('newsletter.title')}</p>
      <NewsletterForm state={emptyFormState} idSuffix="-footer" />
    </div>
  )
}

const socialNetworks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ['pinterest', 'Pinterest'],
  ['linkedin', 'LinkedIn'],
] as const

function SocialLinks() {
  const { footer, social } = useFrame()
  const networks = socialNetworks.filter(([network]) => social[network] !== '')
  if (!footer.showSocial || networks.length === 0) return null
  return (
    <ul className="social">
      {networks.map(([network, name]) => (
        <li key={network}>
          <a href={social[network]} rel="noopener" aria-label={name} title={name}>
            <Icon name={network} />
          </a>
        </li>
      ))}
    </ul>
  )
}

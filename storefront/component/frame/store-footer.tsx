import type { ReactNode } from 'react'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { ContactLinks } from '../contact-links.tsx'
import { LanguageLinks } from './language-links.tsx'
import { useFrame, useTexts } from './page-context.tsx'
import { LinkList } from './store-header.tsx'

/** A theme can add to the end of the footer. */
export function StoreFooter({ children }: { children?: ReactNode }) {
  const { store, footer, footerLinks, policyKinds, contact, social } = useFrame()
  const t = useTexts()
  const profiles = Object.entries(social).filter(([, url]) => url !== '')
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div className="footer-columns">
          <div>
            <p className="footer-brand">{store.name}</p>
            {footer.text && <p>{footer.text}</p>}
          </div>
          <LinkList
            links={[
              ...footerLinks,
              ...policyKinds.map(kind => ({
                label: t(`policies.${kind}`),
                path: `/policies/${kind}`,
              })),
              { label: t('account.title'), path: storefrontForms.account.path },
            ]}
          />
          {footer.showContact && (contact.email || contact.phone) && (
            <address>
              <strong>{t('contact')}</strong>
              <ContactLinks />
            </address>
          )}
          {footer.showSocial && profiles.length > 0 && (
            <ul>
              {profiles.map(([network, url]) => (
                <li key={network}>
                  <a href={url} rel="noopener">
                    {networkNames[network] ?? network}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <LanguageLinks />
        <p className="copyright">{footer.copyright}</p>
        {children}
      </div>
    </footer>
  )
}

const networkNames: Record<string, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
}

import type { StorefrontSafety, StorefrontSafetyParty } from '#contract/product/product-safety.ts'
import { useTexts } from '../frame/page-context.tsx'

/** The companies responsible for the safety of a product, and its warnings. */
export function SafetyDetails({ safety }: { safety: StorefrontSafety }) {
  const t = useTexts()
  const { manufacturer, responsiblePerson, warnings } = safety
  if (!manufacturer && !responsiblePerson && !warnings) return null
  return (
    <section className="safety" aria-labelledby="safety">
      <h2 id="safety">{t('productSafety')}</h2>
      {warnings && <p className="safety-text">{warnings}</p>}
      <dl>
        {manufacturer && <Party label={t('productField.manufacturerName')} party={manufacturer} />}
        {responsiblePerson && (
          <Party label={t('productField.responsibleName')} party={responsiblePerson} />
        )}
      </dl>
    </section>
  )
}

function Party({ label, party }: { label: string; party: StorefrontSafetyParty }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="safety-text">
        {[party.name, party.address].filter(Boolean).join('\n')}
        {party.contact && (
          <>
            {'\n'}
            <Contact contact={party.contact} />
          </>
        )}
      </dd>
    </div>
  )
}

/** Sellers can write anything here, so only an email and a web address become a link. */
function Contact({ contact }: { contact: string }) {
  if (/^[^\s@/:?&]+@[^\s@/:?&]+\.[^\s@/:?&]+$/.test(contact))
    return <a href={`mailto:${contact}`}>{contact}</a>
  if (/^https?:\/\/[^\s]+$/.test(contact)) return <a href={contact}>{contact}</a>
  return <bdi>{contact}</bdi>
}

import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { ContactLinks } from './contact-links.tsx'
import { useFrame } from './frame/page-context.tsx'

/** The postal address, the email and the phone number of the store, a line each. */
export function ContactAddress() {
  const { contact } = useFrame()
  return (
    <address className="contact-address">
      {listAddressLines(contact.address, '').map(line => (
        <span key={line}>{line}</span>
      ))}
      <ContactLinks />
    </address>
  )
}

import { useFrame } from './frame/page-context.tsx'

/** The email and phone number of the store. */
export function ContactLinks() {
  const { email, phone } = useFrame().contact
  return (
    <>
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && (
        <a href={`tel:${phone}`}>
          <bdi>{phone}</bdi>
        </a>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import type { StorefrontSection } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useFrame, useTexts } from './page-context.tsx'

type SectionKey = Pick<StorefrontSection, 'id' | 'type'>

/** Returns the attributes by which a preview finds a section. Shoppers' pages do not have them. */
export const useSectionAttributes = ({ id }: SectionKey): { 'data-section'?: string } =>
  useFrame().preview === null ? {} : { 'data-section': id }

/** Returns a function for the attributes by which a preview finds the items of a section. */
export function useItemAttributes(): (id: string) => { 'data-item'?: string } {
  const { preview } = useFrame()
  return id => (preview === null ? {} : { 'data-item': id })
}

type Props = {
  section: SectionKey
  heading?: string
  /** The section has nothing to show. Only a preview shows its place. */
  isEmpty?: boolean
  children?: ReactNode
}

/** A section with its heading. Style sheets select it by its type. */
export function SectionContainer({ section, heading = '', isEmpty = false, children }: Props) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const { preview } = useFrame()
  const attributes = useSectionAttributes(section)
  if (isEmpty && preview === null) return null
  return (
    <section className={`section section-${section.type}`} {...attributes}>
      {heading && <h2 {...contentLanguage}>{heading}</h2>}
      {isEmpty ? <p className="empty">{t('emptySection')}</p> : children}
    </section>
  )
}

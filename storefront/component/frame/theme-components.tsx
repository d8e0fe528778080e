import { type ComponentType, createContext, useContext } from 'react'
import type { SectionItemSettings, SectionType } from '#contract/section/section-catalog.ts'
import type { StorefrontCard, StorefrontSection } from '#contract/storefront/storefront-page.ts'

export type ProductCardProps = { card: StorefrontCard; isFirst?: boolean }
export type HeroProps = {
  slide: SectionItemSettings<'slideshow'>
  /** The slide is at the top of the page. */
  isFirst: boolean
  /** The heading of the slide is that of the page. */
  isTitle: boolean
}
export type SectionProps<Type extends SectionType> = {
  section: StorefrontSection<Type>
  /** The section can have the first image that shoppers see. */
  isFirst: boolean
  /** The heading of the section is that of the page. */
  isTitle: boolean
}
/** The component of each type of section. */
export type SectionComponents = { [Type in SectionType]: ComponentType<SectionProps<Type>> }

/** The components of a page that a theme can replace with HTML of its own. */
export type ThemeComponents = {
  ProductCard: ComponentType<ProductCardProps>
  Hero: ComponentType<HeroProps>
  /** Sections that a theme does not have here have their common component. */
  sections: Partial<SectionComponents>
}

const ThemeComponentsContext = createContext<ThemeComponents | undefined>(undefined)
export const ThemeComponentsProvider = ThemeComponentsContext.Provider

export function useThemeComponents(): ThemeComponents {
  const components = useContext(ThemeComponentsContext)
  if (!components) throw new Error('A page needs the components of its theme.')
  return components
}

import { type ComponentType, createContext, useContext } from 'react'
import type { StorefrontCard, StorefrontHomeSection } from '#contract/storefront-page.ts'

export type ProductCardProps = { card: StorefrontCard; isFirst?: boolean }
export type HeroSlide = Extract<StorefrontHomeSection, { type: 'hero' }>['slides'][number]
export type HeroProps = { slide: HeroSlide; isFirst: boolean }

/** The parts of a page that a theme can replace with HTML of its own. */
export type ThemeParts = {
  StoreHeader: ComponentType
  StoreFooter: ComponentType
  ProductCard: ComponentType<ProductCardProps>
  Hero: ComponentType<HeroProps>
}

const ThemePartsContext = createContext<ThemeParts | undefined>(undefined)
export const ThemePartsProvider = ThemePartsContext.Provider

export function useThemeParts(): ThemeParts {
  const parts = useContext(ThemePartsContext)
  if (!parts) throw new Error('A page needs the parts of its theme.')
  return parts
}

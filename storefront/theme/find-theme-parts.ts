import { StoreFooter } from '../part/frame/store-footer.tsx'
import { StoreHeader } from '../part/frame/store-header.tsx'
import type { ThemeParts } from '../part/frame/theme-parts.tsx'
import { Hero } from '../part/hero.tsx'
import { ProductCard } from '../part/product/product-card.tsx'

type PartsModule = { parts: Partial<ThemeParts> }
const modules = import.meta.glob<PartsModule>('./*/*-parts.tsx', { eager: true })
const baseParts: ThemeParts = { StoreHeader, StoreFooter, ProductCard, Hero, sections: {} }

/** Returns the parts of a theme: its own, and the base for all others. */
export const findThemeParts = (code: string): ThemeParts => ({
  ...baseParts,
  ...modules[`./${code}/${code}-parts.tsx`]?.parts,
})

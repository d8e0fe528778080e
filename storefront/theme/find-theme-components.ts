import type { ThemeComponents } from '../component/frame/theme-components.tsx'
import { Hero } from '../component/hero.tsx'
import { ProductCard } from '../component/product/product-card.tsx'

type ComponentsModule = { components: Partial<ThemeComponents> }
const modules = import.meta.glob<ComponentsModule>('./*/*-components.tsx', { eager: true })
const baseComponents: ThemeComponents = { ProductCard, Hero, sections: {} }

/** Returns the components of a theme: its own, and the base for all others. */
export const findThemeComponents = (code: string): ThemeComponents => ({
  ...baseComponents,
  ...modules[`./${code}/${code}-components.tsx`]?.components,
})

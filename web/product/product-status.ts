import type { ProductStatus } from '#contract/product.ts'
import type { Tone } from '../ui/page/status-badge.tsx'

export const statusTone: Record<ProductStatus, Tone> = {
  active: 'good',
  draft: 'neutral',
  archived: 'warn',
}

import type { ProductStatus } from '#contract/product.ts'
import type { StatusTone } from '../ui/page/status-badge.tsx'

export const productStatusTones: Record<ProductStatus, StatusTone> = {
  active: 'good',
  draft: 'neutral',
  archived: 'warn',
}
